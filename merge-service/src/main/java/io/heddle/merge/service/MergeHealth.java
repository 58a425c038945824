package io.heddle.merge.service;

import io.heddle.merge.aggregate.Trouble;
import io.heddle.multiformats.DatasetId;
import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.KafkaStreams;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/**
 * Alive as long as a restart would not help: while partitions move or stores are restored it is.
 * Ready once all stores are restored, while the object store answers.
 */
@ApplicationScoped
public class MergeHealth {
  /** So many broken datasets are named; all are counted. */
  private static final int LISTED = 20;

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

  /** Red while decisions stay unanswered although they were asked for, or threads are gone. */
  @Produces
  @Liveness
  HealthCheck working() {
    return () -> {
      long unanswered = service.troubles().count(Trouble.Kind.UNANSWERED);
      return HealthCheckResponse.named("work goes on")
          .status(unanswered == 0 && !service.misses())
          .withData("unansweredDecisions", unanswered)
          .withData("threadsGone", service.misses())
          .build();
    };
  }

  /** Broken datasets concern an operator; a restart would not help, and the others go on. */
  @Produces
  @Wellness
  HealthCheck whole() {
    return () -> {
      HealthCheckResponseBuilder response = HealthCheckResponse.named("datasets");
      long broken = 0;
      for (Map.Entry<DatasetId, Trouble> each : service.troubles().all().entrySet()) {
        if (each.getValue().kind() == Trouble.Kind.BROKEN && broken++ < LISTED) {
          response.withData(each.getKey().toString(), each.getValue().text());
        }
      }
      return response.status(broken == 0).withData("broken", broken).build();
    };
  }

  @Produces
  @Readiness
  HealthCheck ready() {
    return () -> response("stores restored", isRunning(), service.state());
  }

  @Produces
  @Readiness
  HealthCheck store() {
    return () -> {
      String trouble = service.storeTrouble();
      var answer = HealthCheckResponse.named("object store").status(trouble == null);
      return trouble == null ? answer.build() : answer.withData("trouble", trouble).build();
    };
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
