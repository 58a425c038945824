package io.heddle.merge.topology;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Remembers which records brought a thread of this process down. After the third time a record is
 * set aside, so that it cannot stop its partition for good. Safe for any thread.
 */
public final class Crashes {
  private static final int PATIENCE = 3;

  private final Map<TopicPartition, Crash> last = new ConcurrentHashMap<>();

  private record Crash(long offset, int times) {}

  /** Notes that handling a record failed for a reason that is not the record's. */
  void note(TopicPartition partition, long offset) {
    last.merge(
        partition,
        new Crash(offset, 1),
        (known, now) -> known.offset() == offset ? new Crash(offset, known.times() + 1) : now);
  }

  /** Whether a record has had its chances. */
  boolean isHopeless(TopicPartition partition, long offset) {
    Crash crash = last.get(partition);
    return crash != null && crash.offset() == offset && crash.times() >= PATIENCE;
  }
}
