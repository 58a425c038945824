package io.heddle.merge.catchup;

import java.util.concurrent.Executor;

/**
 * What reads the chains of all datasets of this process.
 *
 * @param heads looks at heads, so that nobody who only asks for that waits for others
 * @param walks goes through blocks
 * @param files reads data files; a stream of rows gives its thread back after each file, and when
 *     its receiver is behind
 * @param openFiles how many data files are open at once; each may take the memory of a row group
 */
public record ReadPools(Executor heads, Executor walks, Executor files, int openFiles) {
  public ReadPools {
    if (openFiles < 1) {
      throw new IllegalArgumentException("at least one data file has to be open");
    }
  }
}
