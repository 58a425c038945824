package io.heddle.resources.service;

import io.heddle.objectstore.StoreWatch;
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
  private final StoreWatch store;

  HealthChecks(ResourceService service, StoreWatch store) {
    this.service = service;
    this.store = store;
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
  @Readiness
  HealthCheck store() {
    return () -> {
      String trouble = store.trouble();
      var answer = HealthCheckResponse.named("object store").status(trouble == null);
      return trouble == null ? answer.build() : answer.withData("trouble", trouble).build();
    };
  }

  @Produces
  @Startup
  HealthCheck started() {
    return () ->
        HealthCheckResponse.named("view of resources").status(service.isViewCaughtUp()).build();
  }
}
