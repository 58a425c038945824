package io.heddle.merge.topology;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefName;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.BlockCodec;
import io.heddle.kafka.KafkaRecords;
import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.catchup.ReadPools;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.FlakyStore;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology over test drivers, a chain in memory, and somebody who commits. */
final class MergeHarness implements AutoCloseable {

  private static final Topics TOPICS = Topics.DEFAULT;

  final FlakyStore bucket = new FlakyStore(new InMemoryObjectStore());
  final List<Reply> replies = new ArrayList<>();
  final List<CommitRequest> requests = new ArrayList<>();
  final List<TestRecord<byte[], byte[]>> deadLetters = new ArrayList<>();

  final Troubles troubles = new Troubles();

  private final Path folder;
  final BufferAllocator allocator = new RootAllocator();
  final Cities cities = new Cities(Cities.DATASET, bucket, allocator);
  private final ExecutorService pool = Executors.newCachedThreadPool();
  final TestCommitter committer = new TestCommitter(bucket, allocator);
  private final List<CommitRequest> uncommitted = new ArrayList<>();
  private final MessageCodec codec = new MessageCodec("test", this::now);
  private final UnaryOperator<AggregateSettings> settings;
  private final Map<String, List<KeyValue<Bytes, byte[]>>> kept = new HashMap<>();
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
                new StoredChainReads(bucket, new ReadPools(pool, pool, pool, 2), folder, allocator),
                allocator,
                folder.resolve("scratch"),
                troubles),
            this::keptStore),
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
    for (String name :
        List.of(MergeTopology.AGGREGATES, MergeTopology.ROWS, MergeTopology.JOURNAL)) {
      List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
      KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(name);
      try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
        all.forEachRemaining(entries::add);
      }
      kept.put(name, entries);
    }
    if (!keepState) {
      kept.clear();
    }
    driver.close();
    driver = start();
  }

  /** A store as it is after a restart: filled before anybody looks into it. */
  private KeyValueBytesStoreSupplier keptStore(String name) {
    KeyValueBytesStoreSupplier empty = Stores.inMemoryKeyValueStore(name);
    return new KeyValueBytesStoreSupplier() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public KeyValueStore<Bytes, byte[]> get() {
        KeyValueStore<Bytes, byte[]> store = empty.get();
        store.putAll(kept.getOrDefault(name, List.of()));
        return store;
      }

      @Override
      public String metricsScope() {
        return empty.metricsScope();
      }
    };
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

  private final List<KeyValue<Bytes, byte[]>> removed = new ArrayList<>();

  /** Damages the state: records of a kind are gone. */
  void removeJournal(char kind) {
    removed.clear();
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(MergeTopology.JOURNAL);
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> each = all.next();
        if (each.key.get()[Integer.BYTES] == kind) {
          removed.add(each);
        }
      }
    }
    removed.forEach(each -> store.delete(each.key));
  }

  /** Mends what {@link #removeJournal} has done. */
  void putJournalBack() {
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(MergeTopology.JOURNAL);
    store.putAll(removed);
  }

  /** A store as it is. */
  KeyValueStore<Bytes, byte[]> store(String name) {
    return driver.getKeyValueStore(name);
  }

  /** From now on decisions are kept back. */
  void holdCommits() {
    committing = false;
  }

  void releaseCommits() {
    committing = true;
    commit();
  }

  /** The driver fills its stores after the start, so that nothing is known to be active yet. */
  void touch() {
    send(new Proposal.IngestAbort(Cities.DATASET, "nobody", "touched"));
  }

  /** What is kept back is committed, but nobody is told. */
  void commitInSilence() {
    uncommitted.forEach(committer::take);
    uncommitted.clear();
  }

  /** What is kept back is lost. */
  void forgetDecisions() {
    uncommitted.clear();
  }

  /** From now on decisions are committed and announced. */
  void letCommitsThrough() {
    committing = true;
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
    announceRaw(message.key().getBytes(StandardCharsets.UTF_8), message.headers(), message.value());
  }

  void announceRaw(byte[] key, Map<String, String> headers, byte[] value) {
    driver
        .createInputTopic(TOPICS.commits(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, KafkaRecords.toHeaders(headers), now));
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

  /** Lets the clock and background work go on until the last reply to a request is of a kind. */
  <T extends Reply> T await(String requestId, Class<T> kind) {
    awaitUntil(() -> lastReply(requestId).filter(kind::isInstance).isPresent());
    return kind.cast(lastReply(requestId).orElseThrow());
  }

  void awaitOneOf(String requestId, Class<?> one, Class<?> other) {
    awaitUntil(
        () ->
            lastReply(requestId)
                .filter(reply -> one.isInstance(reply) || other.isInstance(reply))
                .isPresent());
  }

  void awaitRequests(Class<?> kind, int count) {
    awaitUntil(() -> requests.stream().filter(kind::isInstance).count() >= count);
  }

  void awaitHead(Cities of) {
    awaitUntil(() -> of.chain().head().isPresent());
  }

  void awaitUntil(BooleanSupplier condition) {
    for (int i = 0; i < 500 && !condition.getAsBoolean(); i++) {
      advance(Duration.ofMillis(50));
      pause();
    }
    if (!condition.getAsBoolean()) {
      throw new AssertionError("it does not come: " + replies);
    }
  }

  /** Offers an ingestion again and again while the aggregate is busy. */
  void ingestPatiently(
      String requestId, String from, String to, MergeStrategy strategy, City... rows) {
    for (int attempt = 0; attempt < 50; attempt++) {
      String id = requestId + "-" + attempt;
      send(begin(id, "source", from, strategy));
      Reply answer = await(id);
      if (answer instanceof Reply.Begun) {
        send(batch(id, 0, rows));
        send(end(id, "source", 1, rows.length, to));
        return;
      }
      if (!(answer instanceof Reply.Busy)) {
        throw new AssertionError(answer);
      }
      advance(Duration.ofMillis(100));
      pause();
    }
    throw new AssertionError("busy for ever");
  }

  /** Another dataset of the same partition. */
  Cities cities(DatasetId dataset) {
    return new Cities(dataset, bucket, allocator);
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
    TestCommitter other = new TestCommitter(bucket, allocator);
    for (CommitRequest request : decision) {
      other.take(request);
    }
  }

  /** Another writer puts a row on top of the chain. */
  void anotherWriterAdds(City city) {
    ChainSummary chain = chain().summary().orElseThrow();
    BlockPointer head = new BlockPointer(chain.head(), chain.sequenceNumber());
    Instant time = chain.systemTime();
    List<CommitRequest> decision = new ArrayList<>();
    decision.add(
        new CommitRequest.SliceBegin(
            Cities.DATASET,
            "foreign",
            "foreign",
            0,
            head,
            time,
            null,
            chain.schema().orElseThrow()));
    decision.add(
        new CommitRequest.SliceBatch(
            Cities.DATASET, "foreign", 0, 0, cities.storedRow(chain.nextOffset(), time, city)));
    decision.add(
        new CommitRequest.SliceEnd(
            Cities.DATASET,
            "foreign",
            0,
            1,
            1,
            chain.lastOffset(),
            new OffsetInterval(chain.nextOffset(), chain.nextOffset()),
            null,
            null,
            chain.watermark(),
            chain.carriedState().orElse(null),
            null,
            true,
            null));
    appendByAnother(decision.toArray(CommitRequest[]::new));
  }

  /** Damages the bucket: the block at the head is not what its name says. */
  void damageHead() {
    String name = chain().head().orElseThrow().target().toString();
    bucket.list("", null, 1_000).stream()
        .map(ObjectInfo::key)
        .filter(key -> key.contains("/blocks/") && key.endsWith(name))
        .forEach(
            key -> {
              bucket.delete(key);
              bucket.putIfAbsent(key, new byte[] {'x'});
            });
  }

  /** Damages the bucket: a data file is gone. */
  void removeLastDataFile() {
    MetadataChain chain = chain();
    for (StoredBlock block : chain.backwards(chain.head().orElseThrow().target())) {
      if (block.block().event() instanceof MetadataEvent.AddData data && data.newData() != null) {
        String name = data.newData().physicalHash().toString();
        bucket.list("", null, 1_000).stream()
            .map(ObjectInfo::key)
            .filter(key -> key.contains("/data/") && key.endsWith(name))
            .forEach(bucket::delete);
        return;
      }
    }
    throw new AssertionError("there is no data file");
  }

  /** Puts an event on top of the chain that no version of this service knows. */
  void appendUnknownEvent() {
    BlockRef head = chain().head().orElseThrow();
    ChainSummary chain = chain().summary().orElseThrow();
    byte[] block =
        BlockCodec.encode(
            new MetadataBlock(
                chain.systemTime(),
                head.target(),
                chain.sequenceNumber() + 1,
                new MetadataEvent.DisablePollingSource()));
    int knownTag = 13;
    for (int i = 3; i < block.length; i++) {
      if (block[i] == knownTag && block[i - 1] == 0 && block[i - 2] == 0 && block[i - 3] == 0) {
        block[i] = 77;
        break;
      }
    }
    Multihash hash = chain().storage().putBlock(block);
    chain().storage().references().move(RefName.HEAD, head, hash);
  }
}
