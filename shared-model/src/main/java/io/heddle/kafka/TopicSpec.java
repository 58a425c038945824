package io.heddle.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * What one topic has to be like.
 *
 * @param key what its records are keyed by, in words, for documents and messages
 * @param partitions how many there are; never changed once the topic exists
 * @param cleanup how old records leave
 * @param retention how long records stay; null: as long as nobody deletes them
 * @param segmentBytes how much is freed at once; null: the broker's default
 */
public record TopicSpec(
    String name,
    String key,
    Placement placement,
    int partitions,
    Cleanup cleanup,
    @Nullable Duration retention,
    @Nullable Integer segmentBytes) {

  /** What decides the partition of a record. */
  public enum Placement {
    /** The dataset's DID: all such topics have one partition count, as they are joined by key. */
    DATASET,
    /** A key of the topic's own. */
    OWN_KEY,
    /** Nothing: one partition keeps a total order. */
    SINGLE
  }

  /** How old records leave. */
  public enum Cleanup {
    DELETE("delete"),
    COMPACT("compact");

    private final String policy;

    Cleanup(String policy) {
      this.policy = policy;
    }
  }

  public TopicSpec {
    requireNonNull(name);
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "topic %s needs at least one partition, not %d".formatted(name, partitions));
    }
    if (placement == Placement.SINGLE && partitions != 1) {
      throw new IllegalArgumentException(
          "topic %s has a total order and so one partition, not %d".formatted(name, partitions));
    }
  }

  /**
   * The topic's settings at its creation.
   *
   * @param replication of the topic; from three replicas on, two have to be in sync
   */
  public Map<String, String> settings(int replication) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, cleanup.policy);
    settings.put(
        TopicConfig.RETENTION_MS_CONFIG,
        retention == null ? "-1" : Long.toString(retention.toMillis()));
    settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
    settings.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(TopicLayout.MAX_MESSAGE_BYTES));
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replication >= 3 ? "2" : "1");
    settings.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
    if (segmentBytes != null) {
      settings.put(TopicConfig.SEGMENT_BYTES_CONFIG, segmentBytes.toString());
    }
    return settings;
  }
}
