package io.heddle.merge.topology;

import io.heddle.chain.MetadataChain;
import io.heddle.kafka.KafkaRecords;
import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectStore;
import io.heddle.source.MergeStrategy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology over test drivers, a chain in memory, and somebody who commits. */
final class MergeHarness implements AutoCloseable {

  private static final Topics TOPICS = Topics.DEFAULT;

  final ObjectStore bucket = new InMemoryObjectStore();
  final List<Reply> replies = new ArrayList<>();
  final List<CommitRequest> requests = new ArrayList<>();
  final List<TestRecord<byte[], byte[]>> deadLetters = new ArrayList<>();

  private final Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  final Cities cities = new Cities(Cities.DATASET, bucket, allocator);
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final TestCommitter committer = new TestCommitter(bucket, allocator);
  private final List<CommitRequest> uncommitted = new ArrayList<>();
  private final MessageCodec codec = new MessageCodec("test", this::now);
  private final UnaryOperator<AggregateSettings> settings;
  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private boolean committing = true;
  private int drivers;
  private TopologyTestDriver driver;

  MergeHarness(Path folder) {
    this(folder, settings -> settings);
  }

  MergeHarness(Path folder, UnaryOperator<AggregateSettings> settings) {
    this.folder = folder;
    this.settings = settings;
    this.driver = start();
  }

  private Instant now() {
    return now;
  }

  private TopologyTestDriver start() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "merge-" + drivers++);
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    return new TopologyTestDriver(
        MergeTopology.build(
            new MergeTopology.Parts(
                TOPICS,
                1,
                settings.apply(AggregateSettings.DEFAULT),
                this::now,
                codec,
                new StoredChainReads(bucket, pool, folder, allocator),
                allocator,
                new Crashes()),
            Stores::inMemoryKeyValueStore),
        properties,
        now);
  }

  @Override
  public void close() {
    driver.close();
    pool.shutdown();
    try {
      if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new AssertionError("background work does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    allocator.close();
  }

  /** Starts anew, with the state as it is or without any. */
  void restart(boolean keepState) {
    Map<String, List<KeyValue<Bytes, byte[]>>> kept = new java.util.HashMap<>();
    List<String> names =
        List.of(MergeTopology.AGGREGATES, MergeTopology.ROWS, MergeTopology.JOURNAL);
    for (String name : names) {
      List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
      KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(name);
      try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
        all.forEachRemaining(entries::add);
      }
      kept.put(name, entries);
    }
    driver.close();
    driver = start();
    if (keepState) {
      for (String name : names) {
        KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(name);
        store.putAll(kept.get(name));
      }
    }
  }

  /** Entries of the store of rows. */
  int storedRows() {
    int count = 0;
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(MergeTopology.ROWS);
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        all.next();
        count++;
      }
    }
    return count;
  }

  /** From now on decisions are kept back. */
  void holdCommits() {
    committing = false;
  }

  void releaseCommits() {
    committing = true;
    commit();
  }

  void send(Proposal proposal) {
    WireMessage message = codec.encode(proposal);
    sendRaw(message.key().getBytes(StandardCharsets.UTF_8), message.headers(), message.value());
  }

  void sendRaw(byte[] key, Map<String, String> headers, byte[] value) {
    TestInputTopic<byte[], byte[]> topic =
        driver.createInputTopic(
            TOPICS.changes(), new ByteArraySerializer(), new ByteArraySerializer());
    topic.pipeInput(new TestRecord<>(key, value, KafkaRecords.toHeaders(headers), now));
    collect();
    commit();
  }

  void announce(CommitResult result) {
    WireMessage message = codec.encode(result);
    driver
        .createInputTopic(TOPICS.commits(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            new TestRecord<>(
                message.key().getBytes(StandardCharsets.UTF_8),
                message.value(),
                KafkaRecords.toHeaders(message.headers()),
                now));
    collect();
  }

  private void commit() {
    while (committing && !uncommitted.isEmpty()) {
      committer.take(uncommitted.removeFirst()).ifPresent(this::announce);
    }
  }

  private void collect() {
    try {
      for (TestRecord<byte[], byte[]> each : records(TOPICS.commitRequests())) {
        CommitRequest request =
            codec.decodeCommitRequest(
                key(each), KafkaRecords.toTexts(each.headers()), each.value());
        requests.add(request);
        uncommitted.add(request);
      }
      for (TestRecord<byte[], byte[]> each : records(TOPICS.replies())) {
        replies.add(
            codec.decodeReply(key(each), KafkaRecords.toTexts(each.headers()), each.value()));
      }
    } catch (MessageException e) {
      throw new AssertionError(e);
    }
    deadLetters.addAll(records(TOPICS.deadLetters()));
  }

  private static String key(TestRecord<byte[], byte[]> each) {
    return new String(each.key(), StandardCharsets.UTF_8);
  }

  private List<TestRecord<byte[], byte[]>> records(String topic) {
    TestOutputTopic<byte[], byte[]> output =
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    return output.readRecordsToList();
  }

  /** Lets the clock go on, step by step. */
  void advance(Duration time) {
    now = now.plus(time);
    driver.advanceWallClockTime(time);
    collect();
    commit();
  }

  /** Lets the clock and background work go on until there is a reply to a request. */
  Reply await(String requestId) {
    for (int i = 0; i < 500; i++) {
      Optional<Reply> found = lastReply(requestId);
      if (found.isPresent()) {
        return found.get();
      }
      advance(Duration.ofMillis(50));
      pause();
    }
    throw new AssertionError("no reply to " + requestId + ": " + replies);
  }

  /** Background work is real, only the clock is not. */
  static void pause() {
    java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
  }

  Optional<Reply> lastReply(String requestId) {
    return replies.reversed().stream()
        .filter(reply -> reply.requestId().equals(requestId))
        .findFirst();
  }

  // Proposals

  void createDataset() {
    send(cities.create("create"));
    for (int i = 0; i < 500 && chain().head().isEmpty(); i++) {
      advance(Duration.ofMillis(50));
      pause();
    }
  }

  Proposal.IngestBegin begin(
      String requestId, String source, @Nullable String expected, MergeStrategy merge) {
    return cities.begin(requestId, source, expected, merge);
  }

  Proposal.IngestBatch batch(String requestId, int number, City... rows) {
    return cities.batch(requestId, number, rows);
  }

  Proposal.IngestEnd end(String requestId, String source, int batches, long rows, String newState) {
    return cities.end(requestId, source, batches, rows, newState);
  }

  /** One ingestion from begin to commit. */
  void ingest(
      String requestId, @Nullable String from, String to, MergeStrategy merge, City... cities) {
    send(begin(requestId, "source", from, merge));
    Reply answer = await(requestId);
    if (!(answer instanceof Reply.Begun)) {
      throw new AssertionError(answer);
    }
    send(batch(requestId, 0, cities));
    send(end(requestId, "source", 1, cities.length, to));
  }

  // The chain

  MetadataChain chain() {
    return cities.chain();
  }

  List<String> rows() {
    return cities.rows();
  }

  /** Appends to the chain as another writer would. */
  void appendByAnother(CommitRequest... decision) {
    for (CommitRequest request : decision) {
      committer.take(request);
    }
  }
}
