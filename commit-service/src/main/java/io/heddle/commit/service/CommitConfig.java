package io.heddle.commit.service;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How much is done at once, and how patiently. */
@ConfigMapping(prefix = "heddle.commit")
public interface CommitConfig {
  /** Data files written at once. Each takes a processor and about 100 MiB of heap at most. */
  @WithDefault("2")
  int writers();

  /** Off-heap memory that one data file may take while it is written. */
  @WithDefault("256M")
  MemorySize sliceMemory();

  /**
   * Disk for open slices and data files that are not uploaded. When it is full, rows wait until a
   * decision is committed; if none is under way, or none makes room for two minutes although the
   * store answers, the decision that wants more is rejected.
   */
  @WithDefault("20G")
  MemorySize stagingLimit();

  /** How long one record may take before the service counts as stuck and wants a restart. */
  @WithDefault("5m")
  Duration stuckAfter();

  /**
   * How long a decision or a data file may be worked on without a sign of life before the service
   * counts as stuck and wants a restart. One upload has to be through within this time.
   */
  @WithDefault("15m")
  Duration overdueAfter();

  /**
   * How long a decision is tried whose dataset the store fails although it answers otherwise; then
   * it is rejected. A store that does not answer at all is waited for without end.
   */
  @WithDefault("30m")
  Duration storePatience();

  /**
   * How long records stay in the topic after they were worked off. They carry every row; without
   * trimming they would fill the broker's disks until their retention ends.
   */
  @WithDefault("1h")
  Duration trimAfter();

  /** How long the start waits for the store and the broker before it gives up. */
  @WithDefault("1m")
  Duration startPatience();
}
