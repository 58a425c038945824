package io.heddle.resources.system;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.apache.kafka.streams.KafkaStreams;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/** Live: a restart would not help. Ready: requests can be served now. */
@ApplicationScoped
class HealthChecks {
  private final ResourceService service;

  HealthChecks(ResourceService service) {
    this.service = service;
  }

  @Produces
  @Liveness
  HealthCheck live() {
    return () ->
        HealthCheckResponse.named("stream threads and view")
            .status(!service.isBroken())
            .withData("streams", service.streamsState().name())
            .build();
  }

  @Produces
  @Readiness
  HealthCheck writer() {
    return () ->
        HealthCheckResponse.named("writer")
            .status(service.streamsState() == KafkaStreams.State.RUNNING && !service.isStopping())
            .withData("streams", service.streamsState().name())
            .build();
  }

  @Produces
  @Readiness
  HealthCheck view() {
    return () ->
        HealthCheckResponse.named("view of resources").status(service.isViewCaughtUp()).build();
  }

  @Produces
  @Startup
  HealthCheck started() {
    return () ->
        HealthCheckResponse.named("view of resources").status(service.isViewCaughtUp()).build();
  }
}
