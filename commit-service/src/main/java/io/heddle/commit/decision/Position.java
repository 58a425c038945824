package io.heddle.commit.decision;

import java.util.Set;

/**
 * From where a partition is read after a restart.
 *
 * @param offset of the next record to read
 * @param answered decisions that have been answered although records of them lie at or after the
 *     offset; they are read over
 */
public record Position(long offset, Set<String> answered) {
  public Position {
    answered = Set.copyOf(answered);
  }
}
