package io.heddle.ingress.service;

import io.heddle.ingress.preprocess.SqlSettings;
import io.heddle.ingress.spool.SpoolSettings;
import io.heddle.kafka.TopicLayout;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of reading, SQL and spooling. */
@ConfigMapping(prefix = "heddle.rows")
public interface RowsConfig {
  /** Room that a message needs beside its rows, for headers and key. */
  int MESSAGE_OVERHEAD_BYTES = 64 * 1024;

  /** How many tasks without a query read and encode rows at once; each keeps a processor busy. */
  @WithDefault("2")
  int workers();

  /**
   * How many tasks with a query run at once, beside the {@link #workers()}; others wait. Each takes
   * {@link #sqlMemory()} outside of the heap.
   */
  @WithDefault("2")
  int sqlWorkers();

  /**
   * How long the query of one task may work, the time for reading its input not counted. Then it is
   * stopped, and the task fails.
   */
  @WithDefault("10m")
  Duration sqlTimeLimit();

  /** How many rows a reader hands over at once, at most. */
  @WithDefault("16384")
  int batchRows();

  /** About how many bytes a reader hands over at once; much less makes small messages. */
  @WithDefault("1M")
  MemorySize batchBytes();

  /**
   * The longest text of one value, in characters; bounds what a quote that is never closed eats.
   */
  @WithDefault("1000000")
  int maxValueChars();

  /** How much Arrow memory one task may take. */
  @WithDefault("256M")
  MemorySize taskMemory();

  /** How much memory the SQL engine of one task may take; what does not fit goes to disk. */
  @WithDefault("256M")
  MemorySize sqlMemory();

  /** How much disk the SQL engine of one task may take. */
  @WithDefault("20G")
  MemorySize sqlDisk();

  /** Threads of the SQL engine of one task. */
  @WithDefault("2")
  int sqlThreads();

  /** How much disk the rows of one ingestion may take. */
  @WithDefault("50G")
  MemorySize spoolDisk();

  default SqlSettings sqlSettings() {
    return new SqlSettings(
        sqlMemory().asLongValue(),
        sqlDisk().asLongValue(),
        sqlThreads(),
        sqlTimeLimit(),
        batchRows());
  }

  default SpoolSettings spoolSettings() {
    return new SpoolSettings(
        TopicLayout.BATCH_BYTES,
        TopicLayout.MAX_MESSAGE_BYTES - MESSAGE_OVERHEAD_BYTES,
        spoolDisk().asLongValue());
  }
}
