package io.heddle.ingress.service;

import io.heddle.ingress.offer.OfferSettings;
import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.task.TaskSettings;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Patience and limits of tasks. */
@ConfigMapping(prefix = "heddle.tasks")
public interface TasksConfig {
  /**
   * How many requests this process holds open, those that wait for their turn included; more of
   * them wait in their topic. A request is small; too few of them let one dataset that stands still
   * hold up the others.
   */
  @WithDefault("10000")
  int maxOpen();

  /** How many tasks run at once, each of another dataset. */
  @WithDefault("200")
  int maxRunning();

  /** How long a task may take, its wait for a commit included; then it fails. */
  @WithDefault("24h")
  Duration timeLimit();

  /** How long a task waits for an object store that is away before it fails. */
  @WithDefault("15m")
  Duration storePatience();

  /** How long a task waits for a resource that its request names. */
  @WithDefault("15s")
  Duration resourcePatience();

  /** How often a source is looked at again when somebody else was faster. */
  @WithDefault("5")
  int maxLooks();

  /** How often a source that always has more is polled in one task. */
  @WithDefault("10000")
  int maxRounds();

  /** How many pushed records one task takes. */
  @WithDefault("1000000")
  long maxPushRecords();

  /** How many pushed records go into a slice if the task does not say. */
  @WithDefault("10000")
  long pushRecordsPerSlice();

  /**
   * Silence after which an offer asks whether it is still known; grows with each time, up to ten
   * times as long.
   */
  @WithDefault("30s")
  Duration answerPatience();

  /** The first wait before a busy dataset is asked again. */
  @WithDefault("100ms")
  Duration busyWait();

  /** The longest wait before a busy dataset is asked again. */
  @WithDefault("5s")
  Duration maxBusyWait();

  /** How often an ingestion is offered again that was taken back for reasons not its own. */
  @WithDefault("20")
  int maxRollbacks();

  /**
   * How far an ingestion may be ahead of what merge-service has taken. Other datasets of the
   * partition wait behind so much of it.
   */
  @WithDefault("8M")
  MemorySize ahead();

  /** A request that is open for so long is logged as overdue. */
  @WithDefault("10m")
  Duration overdue();

  default OfferSettings offerSettings() {
    return new OfferSettings(
        answerPatience(), busyWait(), maxBusyWait(), maxRollbacks(), ahead().asLongValue());
  }

  default TaskSettings taskSettings(RowsConfig rows, PushConfig push) {
    return new TaskSettings(
        maxRunning(),
        timeLimit(),
        storePatience(),
        rows.taskMemory().asLongValue(),
        resourcePatience(),
        maxLooks(),
        maxRounds(),
        rows.batchRows(),
        rows.batchBytes().asLongValue(),
        rows.maxValueChars(),
        maxPushRecords(),
        pushRecordsPerSlice(),
        push.exportPatience());
  }
}
