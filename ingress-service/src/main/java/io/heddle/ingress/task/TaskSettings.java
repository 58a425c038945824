package io.heddle.ingress.task;

import java.time.Duration;

/**
 * The limits of tasks.
 *
 * @param maxRunning how many tasks run at once, each of another dataset; further ones wait here
 * @param timeLimit how long a task may take
 * @param storePatience how long a task waits for an object store that is away
 * @param memoryBytes how much Arrow memory one task may take
 * @param resourcePatience how long a task waits for a resource that its request names
 * @param maxLooks how often a source is looked at again when somebody else was faster
 * @param maxRounds how often a source that always has more is polled in one task
 * @param batchRows how many rows a reader hands over at once, at most
 * @param batchBytes about how many bytes a reader hands over at once
 * @param maxValueChars the longest text of one value
 * @param maxPushRecords how many pushed records one task takes
 * @param pushRecordsPerSlice how many of them go into a slice if the task does not say
 * @param exportPatience how long an export that is pushed in pieces is waited for, after its last
 *     piece
 */
public record TaskSettings(
    int maxRunning,
    Duration timeLimit,
    Duration storePatience,
    long memoryBytes,
    Duration resourcePatience,
    int maxLooks,
    int maxRounds,
    int batchRows,
    long batchBytes,
    int maxValueChars,
    long maxPushRecords,
    long pushRecordsPerSlice,
    Duration exportPatience) {
  public TaskSettings {
    if (maxRunning < 1) {
      throw new IllegalArgumentException("heddle.tasks.max-running must be at least 1");
    }
  }
}
