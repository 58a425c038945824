package io.heddle.ingress.service;

import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/**
 * Alive while topics are read, requests can be finished and workers are free or can be freed;
 * started and ready once all resources were read ({@link StoreReadiness} besides). A dataset that
 * waits for a commit is no reason to restart, but an overdue task is shown.
 */
@ApplicationScoped
public class IngressHealth {
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final IngressService service;
  private final IngestRequests requests;
  private final TasksConfig config;

  IngressHealth(IngressService service, IngestRequests requests, TasksConfig config) {
    this.service = service;
    this.requests = requests;
    this.config = config;
  }

  @Produces
  @Liveness
  HealthCheck reading() {
    return () ->
        HealthCheckResponse.named("topics are read")
            .status(service.sinceLastPoll().compareTo(LONGEST_PAUSE) < 0 && !requests.isBroken())
            .withData("secondsSinceLastPoll", service.sinceLastPoll().toSeconds())
            .build();
  }

  @Produces
  @Liveness
  HealthCheck working() {
    return () ->
        HealthCheckResponse.named("work can be stopped").status(!service.isJammed()).build();
  }

  @Produces
  @Readiness
  HealthCheck ready() {
    return () ->
        HealthCheckResponse.named("resources are known")
            .status(service.isStarted())
            .withData("openTasks", service.runner().openRequests())
            .build();
  }

  @Produces
  @Startup
  HealthCheck started() {
    return () ->
        HealthCheckResponse.named("resources were read").status(service.isStarted()).build();
  }

  @Produces
  @Wellness
  HealthCheck overdue() {
    return () -> {
      Optional<Instant> oldest = service.runner().oldestOpen();
      boolean late =
          oldest
              .filter(since -> since.isBefore(Clock.systemUTC().instant().minus(config.overdue())))
              .isPresent();
      return HealthCheckResponse.named("no task is overdue").status(!late).build();
    };
  }
}
