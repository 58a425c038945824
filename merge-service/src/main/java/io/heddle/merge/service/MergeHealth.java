package io.heddle.merge.service;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.KafkaStreams;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/**
 * Alive as long as a restart would not help: while partitions move or stores are restored it is.
 * Ready once all stores are restored.
 */
@ApplicationScoped
public class MergeHealth {
  private final MergeService service;
  private final AtomicBoolean hasRun = new AtomicBoolean();

  MergeHealth(MergeService service) {
    this.service = service;
  }

  @Produces
  @Liveness
  HealthCheck alive() {
    return () -> {
      KafkaStreams.State state = service.state();
      boolean alive =
          switch (state) {
            case CREATED, REBALANCING, RUNNING, PENDING_SHUTDOWN -> true;
            case NOT_RUNNING, PENDING_ERROR, ERROR -> false;
          };
      return response("streams", alive, state);
    };
  }

  @Produces
  @Readiness
  HealthCheck ready() {
    return () -> response("stores restored", isRunning(), service.state());
  }

  @Produces
  @Startup
  HealthCheck started() {
    return () -> response("started", isRunning() || hasRun.get(), service.state());
  }

  private boolean isRunning() {
    boolean running = service.state() == KafkaStreams.State.RUNNING;
    if (running) {
      hasRun.set(true);
    }
    return running;
  }

  private static HealthCheckResponse response(String name, boolean up, KafkaStreams.State state) {
    return HealthCheckResponse.named(name).status(up).withData("state", state.name()).build();
  }
}
