package io.heddle.ingress.service;

import io.heddle.message.TaskEvent.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Counts tasks and rows. */
@ApplicationScoped
public class TaskMetrics {
  private final MeterRegistry registry;

  TaskMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void finished(Outcome outcome, Duration duration) {
    String name = outcome.getClass().getSimpleName();
    registry.timer("heddle.ingest.tasks", "outcome", name).record(duration);
    if (outcome instanceof Outcome.Success success) {
      registry.counter("heddle.ingest.rows.read").increment(success.summary().rowsRead());
      registry.counter("heddle.ingest.rows.written").increment(success.summary().rowsWritten());
    }
  }
}
