package io.heddle.merge.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicTrimmer;
import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.catchup.ReadPools;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.MessageCodec;
import io.heddle.message.Reply;
import io.heddle.message.Topics;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.heddle.odf.MergeStrategy;
import io.heddle.testing.BackingServices;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology on a real broker and a real store, stopped, wiped and started again. */
class MergeRecoveryIT {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final MergeStrategy SNAPSHOT = new MergeStrategy.Snapshot(List.of("city"), null);
  private static final int PARTITIONS = 6;

  private final BackingServices services = BackingServices.shared();
  private final Topics topics = services.newTopics();
  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService readers = Executors.newFixedThreadPool(2);
  private final DatasetId dataset = new DatasetId(new byte[DatasetId.KEY_LENGTH]);

  private @TempDir Path folder;
  private S3ObjectStore bucket;
  private Cities cities;
  private RealCommitter world;
  private @Nullable KafkaStreams streams;

  @BeforeEach
  void start() {
    bucket =
        new S3ObjectStore(
            new S3Settings(
                URI.create(services.s3Endpoint()),
                services.newBucket(),
                services.s3Keys().accessKey(),
                services.s3Keys().secretKey()));
    cities = new Cities(dataset, bucket, allocator);
    world = new RealCommitter(services.bootstrapServers(), topics, bucket, allocator);
    startStreams();
  }

  @AfterEach
  void stop() throws InterruptedException, IOException {
    stopStreams();
    world.close();
    readers.shutdownNow();
    bucket.close();
  }

  private void startStreams() {
    StreamsSettings settings =
        new StreamsSettings(
            1,
            0,
            1,
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            1 << 25,
            1 << 25);
    InstantSource clock = InstantSource.system();
    streams =
        new KafkaStreams(
            MergeTopology.build(
                new MergeTopology.Parts(
                    topics,
                    PARTITIONS,
                    AggregateSettings.DEFAULT,
                    clock,
                    new MessageCodec("test", clock),
                    new StoredChainReads(
                        bucket, new ReadPools(readers, readers, readers, 2), folder, allocator),
                    allocator,
                    folder.resolve("scratch"),
                    new Troubles())),
            settings.properties(
                Map.of("bootstrap.servers", services.bootstrapServers()),
                topics,
                folder.resolve("streams")));
    streams.start();
  }

  private void stopStreams() {
    if (streams != null) {
      streams.close(Duration.ofSeconds(30));
      streams = null;
    }
  }

  /** Loses everything that merge-service keeps, in its folder and in Kafka. */
  private void wipe() throws IOException, InterruptedException, ExecutionException {
    try (Stream<Path> files = Files.walk(folder.resolve("streams"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", services.bootstrapServers()))) {
      List<String> changelogs =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(StreamsSettings.applicationId(topics)))
              .toList();
      assertThat(changelogs).hasSize(3);
      admin.deleteTopics(changelogs).all().get();
    }
  }

  private void ingest(
      String name, @Nullable String from, String to, MergeStrategy strategy, City... rows) {
    for (int attempt = 0; ; attempt++) {
      String id = name + "-" + attempt;
      world.send(cities.begin(id, "source", from, strategy));
      await().atMost(Duration.ofSeconds(60)).until(() -> world.lastReply(id).isPresent());
      Reply answer = world.lastReply(id).orElseThrow();
      if (answer instanceof Reply.Begun) {
        world.send(cities.batch(id, 0, rows));
        world.send(cities.end(id, "source", 1, rows.length, to));
        await().atMost(Duration.ofSeconds(60)).until(() -> world.isCommitted(id));
        return;
      }
      assertThat(answer).isInstanceOf(Reply.Busy.class);
    }
  }

  private void createDataset() {
    world.send(cities.create("create"));
    await().atMost(Duration.ofSeconds(60)).until(() -> world.isCommitted("create"));
  }

  @Test
  void wipedStateChangesNoResult() throws Exception {
    createDataset();
    ingest("one", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));
    ingest("two", "a", "b", SNAPSHOT, new City("Ulm", 1), new City("Pau", 3));

    stopStreams();
    wipe();
    startStreams();
    ingest("three", "b", "c", SNAPSHOT, new City("Pau", 4));

    assertThat(cities.rows())
        .containsExactly(
            "+A Ulm 1", "+A Ede 2", "+A Pau 3", "-R Ede 2", "-C Pau 3", "+C Pau 4", "-R Ulm 1");
  }

  @Test
  void anIngestionGoesOnWhereARestartLeftIt() {
    createDataset();
    ingest("one", null, "a", LEDGER, new City("Ulm", 1));
    world.send(cities.begin("two", "source", "a", LEDGER));
    world.send(cities.batch("two", 0, new City("Ede", 2)));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> world.lastReply("two").filter(reply -> reply instanceof Reply.Taken).isPresent());

    stopStreams();
    startStreams();
    world.send(cities.batch("two", 1, new City("Ulm", 5), new City("Pau", 3)));
    world.send(cities.end("two", "source", 2, 3, "b"));

    await().atMost(Duration.ofSeconds(60)).until(() -> world.isCommitted("two"));
    assertThat(cities.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 3");
  }

  @Test
  void readProposalsAreDeletedAndNothingElse() throws Exception {
    createDataset();
    ingest("one", null, "a", LEDGER, new City("Ulm", 1));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", services.bootstrapServers()))) {
      TopicTrimmer trimmer =
          new TopicTrimmer(admin, topics.changes(), StreamsSettings.applicationId(topics));

      // Too young to go.
      trimmer.trim(Instant.now().minus(Duration.ofHours(1)));
      assertThat(firstOffset(admin)).isZero();

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                trimmer.trim(Instant.now().plus(Duration.ofHours(1)));
                assertThat(firstOffset(admin)).isEqualTo(4);
              });
    }
  }

  /** Create, begin, batch and end lie in the dataset's partition. */
  private long firstOffset(Admin admin) throws ExecutionException, InterruptedException {
    TopicPartition partition =
        new TopicPartition(
            topics.changes(), KafkaRecords.partitionOf(KafkaRecords.key(dataset), PARTITIONS));
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.earliest()))
        .partitionResult(partition)
        .get()
        .offset();
  }
}
