package io.heddle.ingress.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.ingress.offer.Answer;
import io.heddle.ingress.offer.Answers;
import io.heddle.ingress.offer.OfferSettings;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PrepareSettings;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.preprocess.SqlSettings;
import io.heddle.ingress.push.PushTopics;
import io.heddle.ingress.reach.Programs;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.spool.SpoolSettings;
import io.heddle.ingress.spool.SpoolWriter;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestRequest;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal;
import io.heddle.message.PushHeaders;
import io.heddle.message.Reply;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.message.Topics;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.ReadStep;
import io.heddle.odf.Transform;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.testing.BackingServices;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ingests from a push topic of a real broker, against an aggregate that commits what it is given.
 */
class PushIngestIT {
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("k", new DataType.Option(new DataType.Text())),
              new DataField("n", new DataType.Option(new DataType.Text()))));
  private static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  private static final TaskSettings SETTINGS =
      new TaskSettings(
          2,
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          64 << 20,
          Duration.ofSeconds(1),
          1,
          1000,
          10,
          1 << 20,
          1000,
          1000,
          10_000,
          Duration.ofMinutes(10));

  private final String broker = BackingServices.shared().bootstrapServers();
  private final Topics topics = new Topics("push-ingest-" + UUID.randomUUID() + ".");
  private final BufferAllocator memory = new RootAllocator();
  private final MetadataChain chain =
      new MetadataChain(DatasetStorage.of(new InMemoryObjectStore(), DATASET));
  private final ResourceView resources = new ResourceView(List.of());
  private final Answers answers = new Answers();
  private final CpuPool cpu = new CpuPool(1, 1);
  private final Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", broker));
  private final Producer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", broker),
          new ByteArraySerializer(),
          new ByteArraySerializer());
  private final List<List<String>> ingestions = new ArrayList<>();
  private final Map<String, List<String>> open = new HashMap<>();
  private int offers;

  @TempDir Path folder;
  private TaskFolders folders;

  @BeforeEach
  void aDatasetWithAChain() throws Exception {
    folders = TaskFolders.open(folder);
    append(new MetadataEvent.Seed(DATASET, DatasetKind.Root));
    admin.createTopics(List.of(new NewTopic(topics.deadLetters(), 1, (short) 1))).all().get();
  }

  @AfterEach
  void everyByteIsGivenBack() {
    cpu.close();
    folders.close();
    producer.close();
    admin.close();
    memory.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachRefusedRowIsOneDeadLetterAndTheSourceMovesOn(boolean query) throws Exception {
    Resource source = source(new MergeStrategy.Append(), query ? "select * from input" : null);
    for (int i = 0; i < 40; i++) {
      produce(source, "{'k':'%d','n':'%s'}".formatted(i, i % 10 == 3 ? "bad" : "good"), Map.of());
    }
    produce(source, "no json", Map.of());

    Outcome.Success outcome = (Outcome.Success) run(source);

    assertThat(ingestions.stream().flatMap(List::stream)).hasSize(36).doesNotContain("bad");
    assertThat(outcome.summary().deadLetters()).isEqualTo(5);
    assertThat(deadLetters()).containsExactlyInAnyOrder(3L, 13L, 23L, 33L, 40L);
    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
    assertThat(deadLetters()).hasSize(5);
  }

  @Test
  void rowsWithoutTheirKeyAreFoundInOneGoHoweverManyTheyAre() throws Exception {
    Resource source = source(new MergeStrategy.Ledger(List.of("k")), null);
    for (int i = 0; i < 300; i++) {
      produce(source, "{'n':'good'}", Map.of());
    }
    produce(source, "{'k':'1','n':'good'}", Map.of());

    assertThat(run(source)).isInstanceOf(Outcome.Success.class);
    assertThat(ingestions).containsExactly(List.of("good"));
    assertThat(deadLetters()).hasSize(300);
    assertThat(offers).isEqualTo(1);
  }

  @Test
  void oneMessageForWhichAQueryFailsDoesNotStopTheOthers() throws Exception {
    Resource source =
        source(
            new MergeStrategy.Append(),
            "select k, cast(cast(n as int) as varchar) as n from input");
    for (int i = 0; i < 20; i++) {
      produce(source, "{'k':'a','n':'%s'}".formatted(i == 7 ? "seven" : i), Map.of());
    }

    assertThat(run(source)).isInstanceOf(Outcome.Success.class);
    assertThat(ingestions.stream().flatMap(List::stream)).hasSize(19);
    assertThat(deadLetters()).containsExactly(7L);
  }

  @Test
  void aSnapshotTakesOneExportAfterAnotherAndRefusesThemWhole() throws Exception {
    Resource source = source(new MergeStrategy.Snapshot(List.of("k"), null), null);
    produce(source, "{'k':'1','n':'a'}", Map.of(PushHeaders.BODY, "x"));
    produce(source, "{'k':'1','n':'b'}", Map.of(PushHeaders.BODY, "y"));
    produce(source, "{'k':'2','n':'c'}", Map.of(PushHeaders.BODY, "x", PushHeaders.BODY_END, "2"));
    produce(
        source, "{'k':'1','n':'bad'}", Map.of(PushHeaders.BODY, "y", PushHeaders.BODY_END, "2"));
    produce(source, "", Map.of(PushHeaders.BODY, "z", PushHeaders.BODY_END, "0"));
    produce(source, "{'k':'3','n':'d'}", Map.of());
    produce(source, "{'k':null,'n':'e'}", Map.of());

    Outcome.Success outcome = (Outcome.Success) run(source);

    assertThat(ingestions)
        .containsExactly(List.of("a", "c"), List.of(), List.of(), List.of("d"), List.of());
    assertThat(outcome.hasMore()).isFalse();
    assertThat(outcome.summary().deadLetters()).isEqualTo(3);
    assertThat(deadLetters()).containsExactlyInAnyOrder(1L, 3L, 6L);
    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
  }

  private Resource source(MergeStrategy merge, @Nullable String query) throws Exception {
    Resource source =
        resource(
            ResourceType.Source,
            new SourceSpec(
                Map.of(),
                new Ingress.RestEndpoint(null),
                null,
                new ReadStep.NdJson(null, null, null, null, SCHEMA),
                query == null ? null : new Transform.Sql("duckdb", null, query, null, null),
                merge,
                null));
    admin
        .createTopics(List.of(new NewTopic(topics.push("heddle", "it"), 1, (short) 1)))
        .all()
        .get();
    return source;
  }

  private void produce(Resource source, String text, Map<String, String> headers) {
    producer.send(
        new ProducerRecord<>(
            topics.push("heddle", source.headers().name().text()),
            0,
            null,
            null,
            text.replace('\'', '"').getBytes(UTF_8),
            new RecordHeaders(KafkaRecords.toHeaders(headers))));
    producer.flush();
  }

  private Outcome run(Resource source) throws Exception {
    Resource dataset =
        resource(ResourceType.Dataset, new DatasetSpec(DatasetKind.Root, List.of(), DATASET, null));
    publish(source);
    publish(dataset);
    PushIngest.Parts parts =
        new PushIngest.Parts(
            new PushTopics(admin, topics, 1),
            this::consumer,
            producer,
            topics,
            new Preparation(
                new PrepareSettings(1 << 20, 200, 100, Duration.ofSeconds(20)),
                new Programs(List.of(), Map.of())),
            Readers.standard(),
            new RowPipeline(
                new SqlPreprocess(
                    new SqlSettings(64 << 20, 64 << 20, 1, Duration.ofMinutes(1), 1000)),
                new SpoolWriter(new SpoolSettings(1 << 20, 4 << 20, 1 << 30))),
            new Offers(
                this::take,
                answers,
                new OfferSettings(
                    Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(5), 3, 1 << 20),
                () -> UUID.randomUUID().toString(),
                new Random(1)),
            cpu,
            memory,
            SETTINGS);
    IngestTask task =
        new IngestTask(
            resources,
            id -> chain.summary(),
            context -> new Round.NothingNew("not polled", null),
            () -> new PushIngest(parts),
            parts.offers()::offer,
            folders,
            Clock.systemUTC(),
            SETTINGS);
    IngestRequest request =
        new IngestRequest(
            "task-" + UUID.randomUUID(),
            null,
            DATASET,
            dataset.headers().id().toString(),
            1,
            source.headers().id().toString(),
            1,
            null,
            false,
            false);
    return task.run(
            request,
            new Delivery(0, 0, false),
            new TaskReport(
                request.taskId(),
                event -> CompletableFuture.completedFuture(null),
                Clock.systemUTC(),
                TaskReport.Stages.NONE))
        .orElseThrow();
  }

  /** The aggregate: takes all rows but those that are "bad", in a slice of their own each time. */
  private CompletableFuture<Void> take(Proposal proposal) {
    String id = proposal.requestId();
    switch (proposal) {
      case Proposal.IngestBegin begin -> {
        offers++;
        open.put(id, new ArrayList<>());
        ChainSummary summary = chain.summary().orElseThrow();
        reply(
            new Reply.Begun(
                DATASET, id, new BlockPointer(summary.head(), summary.sequenceNumber())));
      }
      case Proposal.IngestBatch batch -> {
        open.get(id).addAll(texts(batch.arrow()));
        reply(new Reply.Taken(DATASET, id, batch.batchNumber()));
      }
      case Proposal.IngestEnd end -> commit(end, open.get(id));
      default -> {}
    }
    return CompletableFuture.completedFuture(null);
  }

  private void commit(Proposal.IngestEnd end, List<String> rows) {
    if (rows.contains("bad")) {
      reply(
          new Reply.Refused(
              DATASET,
              end.requestId(),
              new Failure(
                  FailureKind.MergeError, "not this row", Map.of("row", rows.indexOf("bad") + 1))));
      return;
    }
    ingestions.add(rows);
    Multihash before = chain.head().orElseThrow().target();
    CommitResult.CommittedBlock block =
        append(new MetadataEvent.AddData(null, null, null, null, null, end.newState(), null));
    answers.deliver(
        new Answer.Decided(
            new CommitResult.Committed(
                DATASET,
                "decision",
                end.requestId(),
                before,
                List.of(block),
                new IngestSummary(rows.size(), rows.size(), 0, 0, null, List.of()))));
  }

  private void reply(Reply reply) {
    answers.deliver(new Answer.Replied(reply));
  }

  private CommitResult.CommittedBlock append(MetadataEvent event) {
    Multihash previous = chain.head().map(head -> head.target()).orElse(null);
    long sequence = previous == null ? 0 : chain.summary().orElseThrow().sequenceNumber() + 1;
    MetadataBlock block =
        new MetadataBlock(Instant.ofEpochMilli(1_700_000_000_000L), previous, sequence, event);
    return switch (chain.append(block, AppendOptions.DEFAULT)) {
      case AppendOutcome.Appended(Multihash hash) -> new CommitResult.CommittedBlock(hash, block);
      case AppendOutcome other -> throw new IllegalStateException(other.toString());
    };
  }

  private List<String> texts(byte[] arrow) {
    List<String> texts = new ArrayList<>();
    try (ArrowIpc.Batches batches = ArrowIpc.decode(arrow, memory)) {
      while (batches.next()) {
        for (int row = 0; row < batches.root().getRowCount(); row++) {
          texts.add(String.valueOf(batches.root().getVector("n").getObject(row)));
        }
      }
    }
    return texts;
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            broker,
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none",
            "enable.auto.commit",
            false,
            "allow.auto.create.topics",
            false),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** The offsets of the records that became dead letters. */
  private List<Long> deadLetters() {
    List<Long> offsets = new ArrayList<>();
    TopicPartition partition = new TopicPartition(topics.deadLetters(), 0);
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, 0);
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                letter ->
                    offsets.add(
                        Long.valueOf(
                            KafkaRecords.toTexts(letter.headers()).get(DeadLetters.OFFSET))));
      }
    }
    return offsets;
  }

  private void publish(Resource resource) {
    byte[] key = resource.headers().id().toString().getBytes(UTF_8);
    resources.accept(new ConsumerRecord<>("resources", 0, 0, key, ResourceJson.toBytes(resource)));
  }

  private static Resource resource(ResourceType type, ResourceSpec spec) {
    Instant now = Instant.parse("2025-01-01T00:00:00Z");
    return new Resource(
        type,
        new ResourceHeaders(
            UUID.randomUUID(),
            new ResourceName("it"),
            new Account(UUID.randomUUID(), null, new ResourceName("heddle")),
            Map.of(),
            Map.of(),
            List.of(),
            1,
            1,
            now,
            now,
            null),
        spec,
        ResourceStatus.PENDING);
  }
}
