package io.heddle.merge.topology;

import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.catchup.ChainReads;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: proposals and results come in, one processor runs the aggregates of a partition,
 * decisions, replies and dead letters go out. Proposals and results of a dataset lie in partitions
 * of the same number, so one task has both.
 */
public final class MergeTopology {
  static final String AGGREGATES = "aggregates";
  static final String ROWS = "rows";
  static final String JOURNAL = "journal";
  static final String REQUESTS_SINK = "requests";
  static final String REPLIES_SINK = "replies";
  static final String DEAD_LETTERS_SINK = "dead-letters";

  private static final String CHANGES = "changes";
  private static final String COMMITS = "commits";
  private static final String DATASETS = "datasets";

  private MergeTopology() {}

  /**
   * What the processors work with.
   *
   * @param scratch a folder for what does not fit into the heap
   * @param partitions how many partitions the topics keyed by dataset have
   * @param troubles is told which datasets do not go on by themselves
   */
  public record Parts(
      Topics topics,
      int partitions,
      AggregateSettings settings,
      InstantSource clock,
      MessageCodec codec,
      ChainReads chains,
      BufferAllocator allocator,
      Path scratch,
      Troubles troubles) {}

  public static Topology build(Parts parts) {
    return build(parts, Stores::persistentKeyValueStore);
  }

  /**
   * @param kind makes a store of a name
   */
  static Topology build(Parts parts, Function<String, KeyValueBytesStoreSupplier> kind) {
    Topics topics = parts.topics();
    var bytesIn = new ByteArrayDeserializer();
    var bytesOut = new ByteArraySerializer();
    return new Topology()
        .addSource(AutoOffsetReset.earliest(), CHANGES, bytesIn, bytesIn, topics.changes())
        .addSource(AutoOffsetReset.earliest(), COMMITS, bytesIn, bytesIn, topics.commits())
        .addProcessor(DATASETS, () -> new DatasetProcessor(parts), CHANGES, COMMITS)
        .addStateStore(store(kind.apply(AGGREGATES)), DATASETS)
        .addStateStore(store(kind.apply(ROWS)), DATASETS)
        .addStateStore(store(kind.apply(JOURNAL)), DATASETS)
        .addSink(REQUESTS_SINK, topics.commitRequests(), bytesOut, bytesOut, DATASETS)
        .addSink(REPLIES_SINK, topics.replies(), bytesOut, bytesOut, DATASETS)
        .addSink(DEAD_LETTERS_SINK, topics.deadLetters(), bytesOut, bytesOut, DATASETS);
  }

  /** Keys hardly ever repeat within a commit interval: a record cache would only cost. */
  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(
      KeyValueBytesStoreSupplier supplier) {
    return Stores.keyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(Map.of());
  }
}
