package io.heddle.merge.service;

import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.ingest.SliceLimits;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of the aggregates. */
@ConfigMapping(prefix = "heddle.merge")
public interface MergeConfig {
  /** An open ingestion that is silent for longer is taken back. Too short: slow sources fail. */
  @WithDefault("5m")
  Duration silence();

  /**
   * A decision that commit-service leaves unanswered for longer is looked for in the chain, and
   * commit-service is asked again; so is it after each further time of this length.
   */
  @WithDefault("10m")
  Duration overdue();

  /**
   * When a dataset's chain or data files cannot be read for longer, whoever asks is refused with
   * the reason. What is damaged, rather than merely out of reach, is then given up: a view is
   * dropped, a dataset whose chain it is, is broken.
   */
  @WithDefault("5m")
  Duration unreadable();

  /**
   * How long one step of long work may take before others get their turn. Must stay far below the
   * transaction timeout.
   */
  @WithDefault("200ms")
  Duration step();

  /**
   * Undo records of one ingestion. Above it there are none, and taking the ingestion back means
   * reading the dataset again.
   */
  @WithDefault("1G")
  MemorySize undoLimit();

  /** Rows of one Snapshot ingestion; each takes about 40 bytes of heap until its end. */
  @WithDefault("8000000")
  int snapshotRows();

  /**
   * Whether to append to chains that hold events of kinds which this version does not know. They
   * may come with rules of their own, which what is appended may break.
   */
  @WithDefault("false")
  boolean onTopOfUnknownEvents();

  /** Rows of one slice, where the task does not say it. */
  @WithDefault("5000000")
  long sliceRows();

  /** Bytes of one slice, as they are sent. */
  @WithDefault("512M")
  MemorySize sliceBytes();

  /** Off-heap memory for rows that are being merged. */
  @WithDefault("512M")
  MemorySize rowMemory();

  /** Threads that read chains and data files for datasets that have to catch up. */
  @WithDefault("2")
  int readers();

  default AggregateSettings aggregates() {
    SliceLimits limits = SliceLimits.DEFAULT;
    return new AggregateSettings(
        silence(),
        overdue(),
        unreadable(),
        step(),
        undoLimit().asLongValue(),
        snapshotRows(),
        onTopOfUnknownEvents(),
        AggregateSettings.DEFAULT.entryBytes(),
        new SliceLimits(
            sliceRows(), sliceBytes().asLongValue(), limits.batchBytes(), limits.messageBytes()));
  }
}
