package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PrepareSettings;
import io.heddle.ingress.push.Exports.Export;
import io.heddle.ingress.push.Exports.Found;
import io.heddle.ingress.push.PushedRows.Position;
import io.heddle.ingress.reach.Programs;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.PushHeaders;
import io.heddle.message.Topics;
import io.heddle.odf.CompressionFormat;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.problem.ProblemException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import io.heddle.testing.BackingServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Push topics on a real broker: what is written, counted, found again and read. */
class PushTopicIT {
  private static final Instant NOW = Instant.parse("2025-07-01T06:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final DataSchema SCHEMA =
      new DataSchema(List.of(new DataField("n", new DataType.Option(new DataType.Int64()))));

  private final String broker = BackingServices.shared().bootstrapServers();
  private final Topics topics = new Topics("push-it-" + UUID.randomUUID() + ".");
  private final String topic = topics.push("heddle", "source");
  private final BufferAllocator allocator = new RootAllocator();
  private final Map<Position, Failure> refused = new LinkedHashMap<>();
  private final Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", broker));
  private final Producer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", broker, "max.request.size", TopicLayout.MAX_MESSAGE_BYTES),
          new ByteArraySerializer(),
          new ByteArraySerializer());
  private final ConsumerPool pool = new ConsumerPool(this::consumer, 2, Duration.ofSeconds(10));
  private final PushWriter writer =
      new PushWriter(number -> transactional(broker, number), 2, Duration.ofSeconds(10));

  private @Nullable TopicPositions position;

  @TempDir Path folder;

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

  private Producer<byte[], byte[]> transactional(String servers, int number) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", servers);
    settings.put("transactional.id", topics.prefix() + number);
    settings.put("max.block.ms", 1000);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @BeforeEach
  void topicOfOnePartition() throws Exception {
    admin
        .createTopics(
            List.of(
                new NewTopic(topic, 1, (short) 1),
                new NewTopic(topics.deadLetters(), 2, (short) 1)))
        .all()
        .get();
  }

  @AfterEach
  void everyByteIsGivenBack() {
    writer.close();
    pool.close();
    producer.close();
    admin.close();
    allocator.close();
  }

  @Test
  void rowsOfListsAndStructsAreTakenMessageByMessage() throws Exception {
    DataType list =
        new DataType.Option(new DataType.List(new DataType.Option(new DataType.Text()), null));
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("l", list),
                new DataField("f", new DataType.List(new DataType.Int64(), 2L)),
                new DataField(
                    "s",
                    new DataType.Option(
                        new DataType.Struct(
                            List.of(
                                new DataField("x", new DataType.Float64()),
                                new DataField("deep", list)))))));
    produce("{'l':['a','b',null],'f':[1,2],'s':{'x':1.5,'deep':[]}}");
    produce("{'l':null,'f':[3,4],'s':null}");
    produce("{'l':[],'f':[5,6],'s':{'x':-0.0,'deep':['c']}}");

    assertThat(rows(definition(schema)))
        .containsExactly(
            "[\"a\",\"b\",null];[1,2];{\"x\":1.5,\"deep\":[]}",
            "null;[3,4];null",
            "[];[5,6];{\"x\":-0.0,\"deep\":[\"c\"]}");
    assertThat(refused).isEmpty();
  }

  @Test
  void anEventTimeFarAwayIsThatRecordsOwnFault() throws Exception {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("n", new DataType.Int64()),
                new DataField(
                    "event_time",
                    new DataType.Option(new DataType.Timestamp(TimeUnit.Nanosecond, "UTC"))),
                new DataField("day", new DataType.Option(new DataType.Date()))));
    for (String far :
        List.of(
            "+999999999-12-31T23:59:59Z",
            "9999-12-31T23:59:59-05:00",
            "0000-01-01T00:00:00+05:00",
            "3000-01-01T00:00:00Z",
            "soon")) {
      produce("{'n':1}", Map.of(PushHeaders.EVENT_TIME, far));
    }
    produce("{'n':3}", Map.of(PushHeaders.EVENT_TIME, "2025-07-01T06:00:00Z"));

    assertThat(rows(definition(schema))).containsExactly("3;1751349600000000000;null");
    assertThat(refused).hasSize(5);
  }

  @Test
  void recordsThatNobodyCanReadDoNotStopTheOthers() throws Exception {
    send(new ProducerRecord<>(topic, 0, null, (byte[]) null));
    send(new ProducerRecord<>(topic, 0, null, new byte[0]));
    produce("not json");
    produce("{'n':'x'}");
    produce("{'n':1}");
    produce("{'n':1}", Map.of("content-type", "application/x-weird"));

    assertThat(rows(definition(SCHEMA))).containsExactly("1");
    assertThat(refused.keySet()).extracting(Position::offset).containsExactly(0L, 1L, 2L, 3L, 5L);
  }

  @Test
  void aRecordTooLargeForItsPartOfTheMemoryDoesNotStopTheOthers() throws Exception {
    produce("{'t':'first'}");
    produce("{'t':'" + "x".repeat(300_000) + "'}");
    produce("{'t':'last'}");

    assertThat(rowsInLittleMemory()).containsExactly("first", "last");
    assertThat(refused.values())
        .extracting(Failure::kind)
        .containsExactly(FailureKind.LimitExceeded);
  }

  @Test
  void recordsThatDoNotFitIntoMemoryTogetherComeOneAfterAnother() throws Exception {
    for (int i = 0; i < 8; i++) {
      produce("{'t':'" + Integer.toString(i).repeat(100_000) + "'}");
    }

    assertThat(rowsInLittleMemory())
        .extracting(text -> text.charAt(0))
        .containsExactly('0', '1', '2', '3', '4', '5', '6', '7');
    assertThat(refused).isEmpty();
  }

  private List<String> rowsInLittleMemory() throws Exception {
    DataSchema schema =
        new DataSchema(List.of(new DataField("t", new DataType.Option(new DataType.Text()))));
    try (Consumer<byte[], byte[]> consumer = consumer();
        BufferAllocator little = allocator.newChildAllocator("task", 0, 1 << 20)) {
      return texts(
          new PushedRows(
              new PushedDocuments(consumer, PushRange.between(consumer, described(), null), 100),
              new MessageReader(
                  definition(schema), preparation(), Readers.standard(), 1 << 20, folder),
              new ReadContext(little, 100, 10 << 20, 1 << 20),
              new MessageTimes("event_time", false, MessageTimes.MILLISECONDS),
              RowRules.NONE,
              Map.of(),
              refused::put));
    }
  }

  @Test
  void recordsThatDoNotComeAreNotWaitedForWithoutEnd() throws Exception {
    produce("{'n':1}");

    try (Consumer<byte[], byte[]> consumer = consumer()) {
      PushRange range = PushRange.between(consumer, described(), null);
      PushedDocuments documents =
          new PushedDocuments(
              consumer,
              new PushRange(topic, range.start(), new java.util.TreeMap<>(Map.of(0, 5L))),
              record -> true,
              100,
              Duration.ofSeconds(1));

      assertThat(documents.next()).isNotNull();
      assertThatThrownBy(documents::next)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Unreachable));
    }
  }

  @Test
  void rowsThatTheDatasetCannotTakeAreFoundBeforeTheyAreOffered() throws Exception {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("n", new DataType.Option(new DataType.Int64())),
                new DataField("op", new DataType.Option(new DataType.Int32())),
                new DataField(
                    "event_time", new DataType.Option(new DataType.Timestamp(null, null)))));
    PushDefinition upserts =
        new PushDefinition(
            new ReadStep.NdJson(null, null, null, "uuuu-MM-dd", schema),
            List.of(),
            new MergeStrategy.UpsertStream(List.of("n")),
            null);
    produce("{'n':null,'op':0}");
    produce("{'n':1}");
    produce("{'n':2,'op':7}");
    produce("{'n':3,'op':1,'event_time':'+10000-01-01'}");
    produce("{'n':4,'op':1,'event_time':'-0001-01-01'}");
    produce("{'n':5,'op':3,'event_time':'9999-12-31'}");

    assertThat(rows(upserts)).containsExactly("5;3;253402214400000");
    assertThat(refused).hasSize(5);
  }

  @Test
  void messagesFromOutsideArePreparedAndThoseOfBodiesAreNot() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("{\"n\":1}\n{\"n\":2}".getBytes(UTF_8));
    }
    PushDefinition gzipped =
        new PushDefinition(
            new ReadStep.NdJson(null, null, null, null, SCHEMA),
            List.of(new PrepStep.Decompress(CompressionFormat.Gzip, null)),
            new MergeStrategy.Append(),
            null);
    send(new ProducerRecord<>(topic, 0, null, packed.toByteArray()));
    produce("{'n':3}");
    push(gzipped, "application/gzip", packed.toByteArray());

    assertThat(rows(gzipped)).containsExactly("1", "2", "1", "2");
    assertThat(refused.keySet()).extracting(Position::offset).containsExactly(1L);
  }

  @Test
  void whatIsRewrittenIsReadWhateverFormatsTheSourceHas() throws Exception {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("at", new DataType.Timestamp(TimeUnit.Millisecond, "UTC")),
                new DataField("day", new DataType.Date())));
    PushDefinition own =
        new PushDefinition(
            new ReadStep.NdJson(null, "%d.%m.%Y", null, "dd/MM/yyyy HH:mm", schema),
            List.of(),
            new MergeStrategy.Append(),
            null);
    push(own, "text/csv", "9999-12-31T23:59:59-05:00,2025-07-01\n".getBytes(UTF_8));
    push(own, "application/json", json("[{'at':'2025-07-01T06:00:00Z','day':'2025-07-01'}]"));
    push(own, null, json("{'at':'01/07/2025 06:00','day':'01.07.2025'}"));

    assertThat(rows(own))
        .containsExactly("253402318799000;20270", "1751349600000;20270", "1751349600000;20270");
    assertThat(refused).isEmpty();
  }

  @Test
  void eachBodyAndEachMessageWithoutOneIsAnExport() throws Exception {
    PushDefinition snapshot = snapshot();
    push(snapshot, "text/csv", "1\n2\n".getBytes(UTF_8));
    push(snapshot, "application/json", json("[]"));
    produce("{'n':3}\n{'n':4}");
    push(snapshot, null, json("{'n':5}"));

    assertThat(exports(snapshot, NOW))
        .containsExactly(List.of("1", "2"), List.of(), List.of("3", "4"), List.of("5"));
  }

  @Test
  void exportsWhoseMessagesLieBetweenEachOtherComeWholeAndOnce() throws Exception {
    for (long seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      Map<String, List<String>> bodies = interleaved(random, 2 + random.nextInt(5));

      assertThat(exports(snapshot(), NOW.plus(PATIENCE)))
          .as("seed %d", seed)
          .containsExactlyElementsOf(bodies.values());
    }
  }

  /** Produces bodies side by side; returns what they hold, in the order of their first messages. */
  private Map<String, List<String>> interleaved(Random random, int count) {
    Map<String, List<String>> bodies = new LinkedHashMap<>();
    Map<String, Integer> left = new HashMap<>();
    for (int i = 0; i < count; i++) {
      left.put(UUID.randomUUID().toString(), 1 + random.nextInt(4));
    }
    while (!left.isEmpty()) {
      List<String> open = left.keySet().stream().sorted().toList();
      String body = open.get(random.nextInt(open.size()));
      int rest = left.get(body) - 1;
      String number = Integer.toString(random.nextInt(1000));
      bodies.computeIfAbsent(body, b -> new ArrayList<>()).add(number);
      Map<String, String> headers = new HashMap<>(Map.of(PushHeaders.BODY, body));
      if (rest == 0) {
        headers.put(PushHeaders.BODY_END, Integer.toString(bodies.get(body).size()));
        left.remove(body);
      } else {
        left.put(body, rest);
      }
      produce("{'n':" + number + "}", headers);
    }
    return bodies;
  }

  @Test
  void anIncompleteExportWaitsAndIsGivenUpAfterItsPatience() throws Exception {
    Instant sent = Instant.now();
    produce("{'n':1}", Map.of(PushHeaders.BODY, "a"));
    produce("{'n':2}");

    assertThat(next(null, sent)).isInstanceOf(Found.Waiting.class);
    Found.Broken broken = (Found.Broken) next(null, sent.plus(PATIENCE).plusSeconds(60));
    assertThat(broken.failure().message()).contains("never completed");
    Found.Whole whole = (Found.Whole) next(broken.part().after(), sent);
    assertThat(whole.export().firstOffset()).isEqualTo(1);

    // What comes later is no export either.
    produce("{'n':3}", Map.of(PushHeaders.BODY, "a", PushHeaders.BODY_END, "2"));
    Found.Broken rest = (Found.Broken) next(whole.export().after(), sent);
    assertThat(rest.failure().message()).contains("a part is not taken for the whole");
    assertThat(next(rest.part().after(), sent)).isInstanceOf(Found.Nothing.class);
  }

  @Test
  void anExportIsRefusedAsAWhole() throws Exception {
    push(snapshot(), null, json("{'n':1}\n{'n':2}"));
    produce("{'n':3}", Map.of(PushHeaders.BODY, "a"));
    produce("{'n':'x'}", Map.of(PushHeaders.BODY, "a", PushHeaders.BODY_END, "2"));

    assertThatThrownBy(() -> exports(snapshot(), NOW)).isInstanceOf(IngestException.class);
  }

  @Test
  void countsWhatWaitsWithoutItsMarkers() throws Exception {
    BufferLevels levels = new BufferLevels(pool, Duration.ofSeconds(10));
    PushDefinition append = definition(SCHEMA);
    TopicDescription described = described();
    Receipt first = push(append, null, json("{'n':1}\n{'n':2}"));
    Receipt second = push(append, null, json("{'n':3}"));
    push(append, null, json("{'n':4}"));

    assertThat(levels.count(described, null)).isEqualTo(4);
    assertThat(levels.count(described, behind(first.lastOffset() + 1))).isEqualTo(2);
    assertThat(levels.count(described, behind(second.lastOffset() + 1))).isEqualTo(1);
    assertThat(levels.count(described, behind(first.firstOffset() + 1))).isEqualTo(3);
    push(append, null, json("{'n':5}\n{'n':6}"));
    assertThat(levels.count(described, behind(second.lastOffset() + 1))).isEqualTo(3);
    assertThat(levels.count(described, null)).isEqualTo(6);
    BufferLevels hasty = new BufferLevels(pool, Duration.ZERO);
    assertThat(hasty.count(described, null)).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aTopicThatIsGoneEndsTheCount() throws Exception {
    BufferLevels levels = new BufferLevels(pool, Duration.ofSeconds(1));
    TopicDescription described = described();
    push(definition(SCHEMA), null, json("{'n':1}"));
    admin.deleteTopics(List.of(topic)).all().get();

    assertThatThrownBy(() -> levels.count(described, null)).isInstanceOf(ProblemException.class);
  }

  @Test
  void producersThatCannotStartDoNotUseUpTheTurns() throws Exception {
    AtomicInteger failures = new AtomicInteger(5);
    PushWriter unlucky =
        new PushWriter(
            number ->
                transactional(failures.getAndDecrement() > 0 ? "localhost:1" : broker, number),
            2,
            Duration.ofSeconds(20));
    PushDocuments.Read read = read(definition(SCHEMA), null, json("{'n':1}"));

    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(
              () ->
                  unlucky.write(topic, 1, false, new PushWriter.Body("a", read, false, NOW, null)))
          .isInstanceOfSatisfying(
              ProblemException.class, e -> assertThat(e.detail().status()).isEqualTo(503));
    }
    assertThat(
            unlucky
                .write(topic, 1, false, new PushWriter.Body("a", read, false, NOW, null))
                .partition())
        .isZero();
    unlucky.close();
  }

  @Test
  void onlyReceiptsThatWereGivenAreKnown() throws Exception {
    Receipts receipts = new Receipts(pool, topics.deadLetters(), Duration.ofSeconds(10));
    TopicDescription described = described();
    Receipt given = push(definition(SCHEMA), null, json("{'n':1}\n{'n':2}"));
    push(definition(SCHEMA), null, json("{'n':3}"));

    assertThat(receipts.wasGiven(described, given)).isTrue();
    for (Receipt other :
        List.of(
            new Receipt(0, 99, 99, 1, 1, NOW, given.body()),
            new Receipt(1, 0, 1, 2, 1, NOW, given.body()),
            new Receipt(0, 1, 0, 2, 1, NOW, given.body()),
            new Receipt(0, 0, 0, 1, 1, NOW, given.body()),
            new Receipt(0, 0, 1, 2, 1, NOW, "guess"),
            new Receipt(0, 0, 1, 2, 1, Instant.EPOCH, given.body()),
            new Receipt(0, 2, 2, 1, 1, NOW, given.body()))) {
      assertThat(receipts.wasGiven(described, other)).as("%s", other).isFalse();
    }
  }

  @Test
  void aDeadLetterComesOnceAndItsReceiptKnowsIt() throws Exception {
    Receipts receipts = new Receipts(pool, topics.deadLetters(), Duration.ofSeconds(10));
    Receipt bad = push(definition(SCHEMA), null, json("{'n':1}\n{'n':2}\n{'n':3}"));
    Receipt good = push(definition(SCHEMA), null, json("{'n':4}"));
    PushDeadLetters letters = new PushDeadLetters(producer, topics);
    for (int attempt = 0; attempt < 3; attempt++) {
      try (Consumer<byte[], byte[]> consumer = consumer()) {
        letters.send(
            new PushedDocuments(consumer, PushRange.between(consumer, described(), null), 100),
            message ->
                message.offset() == 1 ? new Failure(FailureKind.MergeError, "no key") : null);
      }
    }

    assertThat(receipts.letters(topic, bad))
        .isEqualTo(
            new Receipts.Letters(
                1, true, List.of(new Receipts.Letter(0, 1, "MergeError", "no key"))));
    assertThat(receipts.letters(topic, good)).isEqualTo(Receipts.Letters.NONE);
  }

  private TopicDescription described() throws Exception {
    return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
  }

  private TopicPositions behind(long next) throws Exception {
    return new TopicPositions(
        described().topicId().toString(), new java.util.TreeMap<>(Map.of(0, next)));
  }

  private static PushDefinition definition(DataSchema schema) {
    return new PushDefinition(
        new ReadStep.NdJson(null, null, null, null, schema),
        List.of(),
        new MergeStrategy.Append(),
        null);
  }

  private static PushDefinition snapshot() {
    return new PushDefinition(
        new ReadStep.NdJson(null, null, null, null, SCHEMA),
        List.of(),
        new MergeStrategy.Snapshot(List.of("n"), null),
        null);
  }

  /** Texts of JSON with single quotes are easier to read. */
  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  private void produce(String text) {
    produce(text, Map.of());
  }

  private void produce(String text, Map<String, String> headers) {
    send(
        new ProducerRecord<>(
            topic, 0, null, null, json(text), new RecordHeaders(KafkaRecords.toHeaders(headers))));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    producer.send(record);
    producer.flush();
  }

  private Receipt push(PushDefinition source, @Nullable String contentType, byte[] body)
      throws Exception {
    PushDocuments.Read read = read(source, contentType, body);
    String id = Long.toUnsignedString(new Random().nextLong(), 36);
    PushWriter.Stored stored =
        writer.write(
            topic, 1, true, new PushWriter.Body(id, read, read.documents() == 0, NOW, null));
    return new Receipt(
        stored.partition(),
        stored.firstOffset(),
        stored.lastOffset(),
        read.records(),
        body.length,
        NOW,
        id);
  }

  private PushDocuments.Read read(PushDefinition source, @Nullable String contentType, byte[] body)
      throws Exception {
    Path own = Files.createTempDirectory(folder, "push");
    return new PushDocuments(preparation(), Readers.standard(), context(allocator))
        .read(
            PushBody.receive(
                new ByteArrayInputStream(body), null, null, 1 << 20, own.resolve("body")),
            source,
            contentType,
            own);
  }

  private static Preparation preparation() {
    return new Preparation(
        new PrepareSettings(1 << 20, 200, 100, Duration.ofSeconds(20)),
        new Programs(List.of(), Map.of()));
  }

  private static ReadContext context(BufferAllocator allocator) {
    return new ReadContext(allocator, 3, 1 << 20, 1000);
  }

  private PushedRows open(PushDefinition source, PushedDocuments documents, boolean whole) {
    return new PushedRows(
        documents,
        new MessageReader(source, preparation(), Readers.standard(), 1000, folder),
        context(allocator),
        new MessageTimes("event_time", false, MessageTimes.MILLISECONDS),
        RowRules.of(source.merge(), Vocabulary.DEFAULT, Vocabulary.DEFAULT, Optional.empty()),
        Map.of(),
        (message, failure) -> {
          if (whole) {
            throw new IngestException(failure);
          }
          refused.put(message, failure);
        });
  }

  /** All records of the topic as one table. */
  private List<String> rows(PushDefinition source) throws Exception {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      return texts(
          open(
              source,
              new PushedDocuments(consumer, PushRange.between(consumer, described(), null), 100),
              false));
    }
  }

  private static List<String> texts(PushedRows rows) {
    List<String> texts = new ArrayList<>();
    try (rows) {
      if (rows.open()) {
        while (rows.loadNextBatch()) {
          for (int row = 0; row < rows.root().getRowCount(); row++) {
            List<String> values = new ArrayList<>();
            for (FieldVector vector : rows.root().getFieldVectors()) {
              values.add(String.valueOf(vector.getObject(row)));
            }
            texts.add(String.join(";", values));
          }
        }
      }
    }
    return texts;
  }

  private Found next(@Nullable TopicPositions from, Instant now) throws Exception {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      return new Exports(
              consumer, PushRange.between(consumer, described(), from), now, PATIENCE, 100)
          .next();
    }
  }

  /** The rows of one export after another, each from the positions that the one before left. */
  private List<List<String>> exports(PushDefinition source, Instant now) throws Exception {
    List<List<String>> found = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      while (true) {
        PushRange range = PushRange.between(consumer, described(), position);
        Exports exports = new Exports(consumer, range, now, PATIENCE, 100);
        if (!(exports.next() instanceof Found.Whole(Export export))) {
          break;
        }
        found.add(texts(open(source, exports.documents(export), true)));
        position = export.after();
      }
    }
    return found;
  }
}
