package io.heddle.commit.service;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.staging.StagingFolder;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** What is at hand, as metrics. */
@ApplicationScoped
public class DeskMeters {
  void register(
      @Observes StartupEvent event, DecisionDesk desk, StagingFolder folder, MeterRegistry meters) {
    Gauge.builder("heddle.commits.answering", desk, DecisionDesk::answering)
        .description("Decisions that are being committed and answered")
        .register(meters);
    Gauge.builder("heddle.commits.standstill", desk, at -> at.standsStillFor().toSeconds())
        .description("How long the work that stands still longest has given no sign of life")
        .baseUnit("seconds")
        .register(meters);
    Gauge.builder("heddle.commits.staged", folder, StagingFolder::usedBytes)
        .description("Local disk that open slices and data files take")
        .baseUnit("bytes")
        .register(meters);
  }
}
