package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What starts runs of a flow. */
public sealed interface FlowTrigger {
  /** Null means enabled. */
  @Nullable Boolean enabled();

  @Nullable Duration cooldown();

  record Schedule(@Nullable Boolean enabled, @Nullable Duration cooldown, String cron)
      implements FlowTrigger {}

  record Manual(@Nullable Boolean enabled, @Nullable Duration cooldown) implements FlowTrigger {}

  record Interval(@Nullable Boolean enabled, @Nullable Duration cooldown, Duration interval)
      implements FlowTrigger {}

  /** {@code events} is a filter on fields of an event. */
  record Event(
      @Nullable Boolean enabled,
      @Nullable Duration cooldown,
      JsonNode events,
      @Nullable Long cooldownMaxBatch)
      implements FlowTrigger {}

  record Source(
      @Nullable Boolean enabled,
      @Nullable Duration cooldown,
      ResourceRef source,
      @Nullable Long minRecordsToAwait,
      @Nullable Duration maxAwaitInterval)
      implements FlowTrigger {}

  record Dataset(
      @Nullable Boolean enabled,
      @Nullable Duration cooldown,
      ResourceSelector dataset,
      @Nullable List<String> events)
      implements FlowTrigger {
    public Dataset {
      events = events == null ? null : List.copyOf(events);
    }
  }

  record InputsUpdated(
      @Nullable Boolean enabled,
      @Nullable Duration cooldown,
      @Nullable ResourceRef target,
      @Nullable Long minRecordsToAwait,
      @Nullable Duration maxAwaitInterval)
      implements FlowTrigger {}
}
