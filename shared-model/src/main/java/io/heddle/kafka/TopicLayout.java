package io.heddle.kafka;

import io.heddle.kafka.TopicSpec.Cleanup;
import io.heddle.kafka.TopicSpec.Placement;
import io.heddle.message.Topics;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All inner topics of an installation.
 *
 * @param topics their names
 * @param datasetPartitions how many partitions the topics keyed by dataset have, which bounds how
 *     many copies of a service share the work. Fixed at installation: another count would send a
 *     dataset's records elsewhere
 */
public record TopicLayout(Topics topics, int datasetPartitions) {
  /** The partition count when an installation does not say another. */
  public static final int DEFAULT_DATASET_PARTITIONS = 6;

  /**
   * The largest record that inner topics take. Producers' {@code max.request.size} lies below or at
   * it, consumers' fetch sizes at or above it.
   */
  public static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  /** About how large a batch of rows may become; far enough below the largest record. */
  public static final int BATCH_BYTES = 1024 * 1024;

  private static final Duration WORK = Duration.ofDays(14);
  private static final Duration ANSWERS = Duration.ofDays(7);
  private static final Duration REPORTS = Duration.ofDays(30);

  /** Topics that carry every row are trimmed behind their reader; only whole segments are freed. */
  private static final int TRIMMED_SEGMENT_BYTES = 64 * 1024 * 1024;

  public TopicLayout(Topics topics) {
    this(topics, DEFAULT_DATASET_PARTITIONS);
  }

  public List<TopicSpec> inner() {
    return List.of(
        single(topics.resourceCommands(), "command id", Cleanup.DELETE, ANSWERS),
        single(topics.resourceOutcomes(), "command id", Cleanup.DELETE, ANSWERS),
        single(topics.resourceEvents(), "resource id", Cleanup.DELETE, null),
        single(topics.resources(), "resource id", Cleanup.COMPACT, null),
        single(topics.sourceContents(), "dataset DID, blank, source", Cleanup.COMPACT, null),
        dataset(topics.ingestRequests(), WORK, null),
        dataset(topics.changes(), WORK, TRIMMED_SEGMENT_BYTES),
        dataset(topics.replies(), ANSWERS, null),
        dataset(topics.commitRequests(), WORK, TRIMMED_SEGMENT_BYTES),
        dataset(topics.commits(), null, null),
        ownKey(topics.taskEvents(), "task id"),
        ownKey(topics.lineage(), "job name"),
        ownKey(topics.deadLetters(), "as the input"));
  }

  /**
   * The durable buffer of a push source. It keeps everything: nobody but an operator can tell which
   * datasets are still to be fed from it.
   *
   * @param partitions one keeps the order of all pushes
   */
  public TopicSpec push(String account, String source, int partitions) {
    return new TopicSpec(
        topics.push(account, source),
        "free",
        Placement.OWN_KEY,
        partitions,
        Cleanup.DELETE,
        null,
        TRIMMED_SEGMENT_BYTES);
  }

  private static TopicSpec single(
      String name, String key, Cleanup cleanup, @Nullable Duration retention) {
    return new TopicSpec(name, key, Placement.SINGLE, 1, cleanup, retention, null);
  }

  private TopicSpec dataset(
      String name, @Nullable Duration retention, @Nullable Integer segmentBytes) {
    return new TopicSpec(
        name,
        "dataset DID",
        Placement.DATASET,
        datasetPartitions,
        Cleanup.DELETE,
        retention,
        segmentBytes);
  }

  private TopicSpec ownKey(String name, String key) {
    return new TopicSpec(
        name, key, Placement.OWN_KEY, datasetPartitions, Cleanup.DELETE, REPORTS, null);
  }
}
