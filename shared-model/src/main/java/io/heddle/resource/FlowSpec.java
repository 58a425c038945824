package io.heddle.resource;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done when.
 *
 * @param target for each match the flow is instantiated once
 * @param triggers any of them starts a run
 * @param tasks done one after another
 */
public record FlowSpec(
    ResourceSelector target,
    List<FlowTrigger> triggers,
    List<TaskSpec> tasks,
    @Nullable RetryPolicy retryPolicy,
    @Nullable AccountRef serviceAccount,
    @Nullable RunsRetention recentRunsRetention,
    @Nullable Long maxRecentBindings)
    implements ResourceSpec {
  public FlowSpec {
    triggers = List.copyOf(triggers);
    tasks = List.copyOf(tasks);
  }

  /** Null parts have the defaults 3, 10 s and exponential. */
  public record RetryPolicy(
      @Nullable Long maxAttempts, @Nullable Duration minDelay, @Nullable Backoff backoff) {}

  public enum Backoff {
    None,
    Linear,
    Exponential
  }

  public record RunsRetention(@Nullable Long maxRuns, @Nullable Duration maxAge) {}
}
