package io.heddle.ingress.service;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.heddle.ingress.push.Receipt;
import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.Reply;
import io.heddle.message.TaskEvent;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.message.Topics;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.ReadStep;
import io.heddle.odf.Transform;
import io.heddle.problem.FailureKind;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSelector;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.TaskSpec;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.testing.BackingServicesResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service over a real broker and a real store; its neighbours are scripted. */
@QuarkusTest
@WithTestResource(BackingServicesResource.class)
class IngressServiceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Account ACCOUNT =
      new Account(UUID.randomUUID(), null, new ResourceName("heddle"));
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("event_time", new DataType.Option(new DataType.Timestamp(null, null))),
              new DataField("sensor", new DataType.Text()),
              new DataField("celsius", new DataType.Float64())));

  @Inject StoreConfig storeConfig;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @ConfigProperty(name = "heddle.topics.prefix")
  String prefix;

  @TempDir Path folder;

  private final String name = "it-" + NUMBERS.incrementAndGet();
  private final DatasetId id = new DatasetId(key());
  private final Resource dataset =
      resource(ResourceType.Dataset, new DatasetSpec(DatasetKind.Root, List.of(), id, null));
  private S3ObjectStore bucket;
  private ScriptedServices services;

  private static byte[] key() {
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    new java.security.SecureRandom().nextBytes(key);
    return key;
  }

  @BeforeEach
  void aDatasetWithAChain() {
    // The client would call every body ISO-8859-1, which is no encoding of JSON.
    RestAssured.config =
        RestAssured.config()
            .encoderConfig(
                EncoderConfig.encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false));
    bucket = new S3ObjectStore(storeConfig.settings());
    services = new ScriptedServices(bootstrapServers, new Topics(prefix), bucket);
    services.createChain(id);
    services.publish(dataset);
  }

  @AfterEach
  void stop() throws Exception {
    services.close();
    bucket.close();
  }

  private static final Receipt GUESSED =
      new Receipt(0, 5, 9, 5, 70, Instant.parse("2026-01-05T10:00:00Z"), "guess");

  @Test
  void ingestsAFileOnceEvenIfTheRequestComesTwice() throws Exception {
    Path file = Files.writeString(folder.resolve("rates.csv"), "a,1\nb,2\n");
    Resource source = published(fileSource(file));

    services.request(request("task-" + name, source));
    services.request(request("task-" + name, source));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(services.finished("task-" + name)).hasSize(2));
    assertThat(services.rows(id)).containsExactly("a,2", "b,4");
    TaskEvent.Finished first = services.finished("task-" + name).getFirst();
    assertThat(first.outcome()).isInstanceOf(Outcome.Success.class);
    assertThat(((Outcome.Success) first.outcome()).summary().rowsWritten()).isEqualTo(2);
    assertThat(services.finished("task-" + name).getLast().outcome())
        .isInstanceOf(Outcome.NoOp.class);
  }

  @Test
  void aCancelOfALostRequestEndsItsTask() {
    services.request(new IngestCancel(id, "lost-" + name, "no longer wanted"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(services.finished("lost-" + name))
                    .extracting(TaskEvent.Finished::outcome)
                    .containsExactly(new Outcome.Cancelled("no longer wanted")));
  }

  @Test
  void aFailingFetchProposesNothingAndTheNextGoodRunWorks() throws Exception {
    Path file = folder.resolve("missing.csv");
    Resource source = published(fileSource(file));

    assertThat(failure(source)).isEqualTo(FailureKind.NotFound);
    Files.writeString(file, "a,1\nb,many\n");
    assertThat(failure(source)).isEqualTo(FailureKind.ReadError);
    assertThat(services.proposals(id)).isEmpty();

    Files.writeString(file, "a,1\n");
    assertThat(run(source)).isInstanceOf(Outcome.Success.class);
    assertThat(services.rows(id)).containsExactly("a,2");
  }

  @Test
  void looksAgainWhenSupersededAndWaitsWhileBusyAndRepeatsWhenRolledBack() throws Exception {
    Path file = Files.writeString(folder.resolve("rates.csv"), "a,1\n");
    Resource source = published(fileSource(file));
    AtomicInteger begins = new AtomicInteger();
    services.answerInstead(
        begin ->
            switch (begins.getAndIncrement()) {
              case 0 -> new Reply.Busy(id, begin.requestId(), "committing");
              case 1 -> new Reply.Superseded(id, begin.requestId(), null, null);
              case 2 -> new Reply.RolledBack(id, begin.requestId(), "the head moved");
              default -> null;
            });

    assertThat(run(source)).isInstanceOf(Outcome.Success.class);
    assertThat(services.rows(id)).containsExactly("a,2");
    assertThat(begins).hasValue(4);
  }

  @Test
  void whatIsPushedByRestAndByKafkaIsIngestedOnce() {
    Resource source = published(pushSource());
    published(flow(source));
    String topic = new Topics(prefix).push("heddle", name);

    String receipt =
        given()
            .contentType("text/csv")
            .body("2025-07-01T06:00:00Z,roof,21.25\n2025-07-01T06:01:00Z,roof,21.5\n")
            .post("/sources/v1alpha1/source/" + name + "/ingest")
            .then()
            .statusCode(202)
            .body("acceptedRecords", equalTo(2))
            .body("status", equalTo("Buffered"))
            .body("buffer.records", equalTo(2))
            .extract()
            .path("receipt");
    services.produce(
        topic,
        null,
        "{\"sensor\":\"cellar\",\"celsius\":14}".getBytes(UTF_8),
        Map.of("odf-event-time", "2025-07-01T07:00:00Z"));
    services.produce(topic, null, "not json".getBytes(UTF_8), Map.of());

    assertThat(run(source)).isInstanceOf(Outcome.Success.class);
    assertThat(services.rows(id))
        .containsExactly(
            "1751349600000,roof,21.25", "1751349660000,roof,21.5", "1751353200000,cellar,14.0");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(services.deadLetters())
                    .filteredOn(
                        letter ->
                            topic.equals(
                                KafkaRecords.toTexts(letter.headers()).get(DeadLetters.TOPIC)))
                    .singleElement()
                    .satisfies(
                        letter -> assertThat(letter.value()).asString().isEqualTo("not json")));
    given()
        .get("/sources/v1alpha1/source/" + name + "/receipts/" + receipt)
        .then()
        .statusCode(200)
        .body("status", equalTo("Committed"))
        .body("commits", hasSize(1))
        .body("commits[0].sequenceNumber", equalTo(1));
    given()
        .get("/sources/v1alpha1/source/" + name + "/buffer")
        .then()
        .statusCode(200)
        .body("records", equalTo(0));
    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
  }

  @Test
  void refusesPushesWithTheirMistakesAndStoresNothing() {
    Resource source = published(pushSource());
    String path = "/heddle/source/" + name + "/ingest";

    given()
        .contentType("application/x-ndjson")
        .body(
            """
            {"sensor":"roof","celsius":1}
            {"sensor":"roof","celsius":"warm"}
            {"sensor":"roof","celsius":2}
            nothing
            """
                .getBytes(UTF_8))
        .post(path)
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("code", equalTo("records-invalid"))
        .body("errors.record", equalTo(List.of(1, 3)));
    given()
        .contentType("application/json")
        .body("{\"sensor\":\"roof\",\"celsius\":1}")
        .post(path)
        .then()
        .statusCode(400);
    given().contentType("image/png").body("x".getBytes(UTF_8)).post(path).then().statusCode(415);
    given()
        .contentType("application/x-ndjson")
        .header("Idempotency-Key", "one")
        .body("{}".getBytes(UTF_8))
        .post(path)
        .then()
        .statusCode(501);
    given()
        .contentType("application/x-ndjson")
        .body("{\"sensor\":\"a\",\"celsius\":1}\n".repeat(11).getBytes(UTF_8))
        .post(path)
        .then()
        .statusCode(413);
    given()
        .contentType("application/x-ndjson")
        .body("{}".getBytes(UTF_8))
        .post("/sources/v1alpha1/source/nobody/ingest")
        .then()
        .statusCode(404)
        .body("code", equalTo("resource-not-found"));
    given()
        .get("/sources/v1alpha1/source/" + name + "/receipts/" + GUESSED.id())
        .then()
        .statusCode(404);

    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
  }

  @Test
  void aParameterThatARouteDoesNotHaveIsRefused() {
    given()
        .contentType("application/x-ndjson")
        .body("{}".getBytes(UTF_8))
        .post("/sources/v1alpha1/source/any/ingest?wiat=committed")
        .then()
        .statusCode(400)
        .body("detail", containsString("eventTime, timeout, wait"));
    given()
        .get("/sources/v1alpha1/source/any/buffer?x=1")
        .then()
        .statusCode(400)
        .body("code", equalTo("malformed-request"));
  }

  @Test
  void aSnapshotTakesEachPushedBodyAsOneExport() {
    Resource source = published(pushSource(new MergeStrategy.Snapshot(List.of("sensor"), null)));
    published(flow(source));
    List<String> receipts =
        List.of(
            push(
                "application/x-ndjson",
                "{\"sensor\":\"a\",\"celsius\":1}\n{\"sensor\":\"b\",\"celsius\":2}\n"),
            push("application/x-ndjson", "{\"sensor\":\"a\",\"celsius\":3}\n"),
            push("application/json", "[]"));
    services.produce(
        new Topics(prefix).push("heddle", name),
        null,
        "{\"sensor\":\"c\",\"celsius\":4}".getBytes(UTF_8),
        Map.of());

    Outcome.Success outcome = (Outcome.Success) run(source);

    assertThat(outcome.blocks()).isEqualTo(4);
    assertThat(outcome.hasMore()).isFalse();
    assertThat(services.ingestions(id)).extracting(List::size).containsExactly(2, 1, 0, 1);
    receipts.forEach(receipt -> assertThat(status(receipt)).isEqualTo("Committed"));
    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
  }

  @Test
  void anExportThatIsRefusedIsRefusedWhole() {
    Resource source = published(pushSource(new MergeStrategy.Snapshot(List.of("sensor"), null)));
    published(flow(source));
    services.refuseRowsWith("bad");
    String bad =
        push(
            "application/x-ndjson",
            "{\"sensor\":\"a\",\"celsius\":1}\n{\"sensor\":\"bad\",\"celsius\":2}\n");
    String good = push("application/x-ndjson", "{\"sensor\":\"c\",\"celsius\":3}\n");

    assertThat(run(source)).isInstanceOf(Outcome.Success.class);

    assertThat(services.ingestions(id)).extracting(List::size).containsExactly(0, 1);
    assertThat(status(good)).isEqualTo("Committed");
    assertThat(status(bad)).isEqualTo("Failed");
    assertThat(letters()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusedRecordsAreDeadLettersOnceAndTheSourceMovesOn(boolean query) {
    Resource source =
        published(
            source(
                new Ingress.RestEndpoint(
                    new Ingress.Buffer.Memory(1000L, Ingress.OverflowPolicy.Reject)),
                new ReadStep.NdJson(null, null, null, null, SCHEMA),
                query
                    ? new Transform.Sql("duckdb", null, "select * from input", null, null)
                    : null));
    published(flow(source));
    services.refuseRowsWith("bad");
    // Behind a query each refused row is searched for by halves, which takes its time.
    int count = query ? 10 : 40;
    int bad = count / 10;
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < count; i++) {
      body.append(
          "{\"sensor\":\"%s\",\"celsius\":%d}\n".formatted(i % 10 == 3 ? "bad" : "s" + i, i));
    }
    String receipt = push("application/x-ndjson", body.toString());
    services.produce(
        new Topics(prefix).push("heddle", name), null, "not json".getBytes(UTF_8), Map.of());

    Outcome.Success outcome = (Outcome.Success) run(source);

    assertThat(services.rows(id)).hasSize(count - bad).noneMatch(row -> row.contains("bad"));
    assertThat(outcome.summary().deadLetters()).isEqualTo(bad + 1);
    assertThat(letters()).hasSize(bad + 1);
    given()
        .get("/sources/v1alpha1/source/" + name + "/receipts/" + receipt)
        .then()
        .statusCode(200)
        .body("status", equalTo("Committed"))
        .body("deadLetters.count", equalTo(bad))
        .body("deadLetters.records.code", equalTo(Collections.nCopies(bad, "MergeError")));
    assertThat(run(source)).isInstanceOf(Outcome.NoOp.class);
    assertThat(letters()).hasSize(bad + 1);
  }

  @Test
  void whatIsNoEventTimeOrNoMethodIsSaidAtTheDoor() {
    published(pushSource());
    String path = "/sources/v1alpha1/source/" + name + "/ingest";

    for (String far : List.of("+999999999-12-31T23:59:59Z", "9999-12-31T23:59:59-05:00")) {
      given()
          .contentType("application/x-ndjson")
          .header("odf-event-time", far)
          .body("{\"sensor\":\"a\",\"celsius\":1}".getBytes(UTF_8))
          .post(path)
          .then()
          .statusCode(400)
          .body("detail", org.hamcrest.Matchers.containsString("0000 to 9999"));
    }
    given().delete(path).then().statusCode(405).header("Allow", "OPTIONS, POST");
    given()
        .post("/sources/v1alpha1/source/" + name + "/buffer")
        .then()
        .statusCode(405)
        .header("Allow", "GET, HEAD, OPTIONS");
    given()
        .header("Origin", "http://evil.example")
        .contentType("application/x-ndjson")
        .body("{}".getBytes(UTF_8))
        .post(path)
        .then()
        .statusCode(403)
        .body("code", equalTo("cross-site-request"));
  }

  private String push(String contentType, String body) {
    return given()
        .contentType(contentType)
        .body(body.getBytes(UTF_8))
        .post("/sources/v1alpha1/source/" + name + "/ingest")
        .then()
        .statusCode(202)
        .extract()
        .path("receipt");
  }

  private String status(String receipt) {
    return given()
        .get("/sources/v1alpha1/source/" + name + "/receipts/" + receipt)
        .then()
        .statusCode(200)
        .extract()
        .path("status");
  }

  /** The dead letters of this test's source; they are written before a task ends. */
  private List<Long> letters() {
    String topic = new Topics(prefix).push("heddle", name);
    List<Long> offsets = new java.util.ArrayList<>();
    await()
        .pollDelay(Duration.ofMillis(500))
        .atMost(PATIENCE)
        .until(
            () -> {
              int before = offsets.size();
              offsets.clear();
              services
                  .deadLetters()
                  .forEach(
                      letter -> {
                        if (topic.equals(
                            KafkaRecords.toTexts(letter.headers()).get(DeadLetters.TOPIC))) {
                          offsets.add(letter.offset());
                        }
                      });
              return offsets.size() == before;
            });
    return offsets;
  }

  @Test
  void aFullBufferRefusesTheWholePush() {
    published(pushSource());
    String path = "/sources/v1alpha1/source/" + name + "/ingest";
    byte[] eight = "{\"sensor\":\"a\",\"celsius\":1}\n".repeat(8).getBytes(UTF_8);

    given().contentType("application/x-ndjson").body(eight).post(path).then().statusCode(202);
    given()
        .contentType("application/x-ndjson")
        .body(eight)
        .post(path)
        .then()
        .statusCode(429)
        .header("Retry-After", "5")
        .body("capacity", equalTo(10))
        .body("records", equalTo(8));
  }

  @Test
  void aSourceThatLooksForItselfTakesNoPushes() {
    published(fileSource(folder.resolve("x.csv")));

    given()
        .body("a,1")
        .contentType("text/csv")
        .post("/sources/v1alpha1/source/" + name + "/ingest")
        .then()
        .statusCode(409)
        .body("code", equalTo("not-a-push-source"));
  }

  @Test
  void anUnreadableRequestBecomesADeadLetter() {
    services.produce(
        new Topics(prefix).ingestRequests(),
        KafkaRecords.key(id),
        "{".getBytes(UTF_8),
        Map.of("ce_type", "io.heddle.ingest-request.v1"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(services.deadLetters())
                    .anySatisfy(
                        letter -> assertThat(letter.key()).isEqualTo(KafkaRecords.key(id))));
  }

  @Test
  void isHealthyAndDescribesItself() {
    given().get("/health/ready").then().statusCode(200);
    given().get("/health/live").then().statusCode(200);
    given().get("/health/started").then().statusCode(200);
    given().get("/metrics").then().statusCode(200);
    given().get("/openapi").then().statusCode(200);
  }

  private Outcome run(Resource source) {
    String task = "task-" + UUID.randomUUID();
    services.request(request(task, source));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(services.finished(task)).isNotEmpty());
    return services.finished(task).getFirst().outcome();
  }

  private FailureKind failure(Resource source) {
    return ((Outcome.Failed) run(source)).failure().kind();
  }

  private IngestRequest request(String task, Resource source) {
    return new IngestRequest(
        task,
        null,
        id,
        dataset.headers().id().toString(),
        1,
        source.headers().id().toString(),
        1,
        null,
        false,
        false);
  }

  private Resource published(Resource resource) {
    services.publish(resource);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                given()
                    .get("/sources/v1alpha1/source/" + name + "/buffer")
                    .then()
                    .statusCode(org.hamcrest.Matchers.anyOf(equalTo(200), equalTo(409))));
    return resource;
  }

  private Resource fileSource(Path file) {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("k", new DataType.Text()), new DataField("n", new DataType.Int64())));
    return source(
        new FetchStep.Url(file.toUri().toString(), null, null, null),
        new ReadStep.Csv(null, null, null, null, null, null, null, null, null, null, schema),
        new Transform.Sql("duckdb", null, "select k, n * 2 as n from input", null, null));
  }

  private Resource pushSource() {
    return pushSource(new MergeStrategy.Append());
  }

  private Resource pushSource(MergeStrategy merge) {
    return source(
        new Ingress.RestEndpoint(new Ingress.Buffer.Memory(10L, Ingress.OverflowPolicy.Reject)),
        new ReadStep.NdJson(null, null, null, null, SCHEMA),
        null,
        merge);
  }

  private Resource source(Ingress ingress, ReadStep read, Transform.@Nullable Sql query) {
    return source(ingress, read, query, new MergeStrategy.Append());
  }

  private Resource source(
      Ingress ingress, ReadStep read, Transform.@Nullable Sql query, MergeStrategy merge) {
    return resource(
        ResourceType.Source, new SourceSpec(Map.of(), ingress, null, read, query, merge, null));
  }

  private Resource flow(Resource source) {
    return resource(
        ResourceType.Flow,
        new FlowSpec(
            ResourceSelector.parse(name, ResourceType.Dataset),
            List.of(),
            List.of(
                new TaskSpec.Ingest(
                    TaskSpec.Options.NONE,
                    ResourceRef.byName(ResourceType.Source, source.headers().name().text()),
                    null)),
            null,
            null,
            null,
            null));
  }

  private Resource resource(ResourceType type, ResourceSpec spec) {
    Instant now = Instant.parse("2025-01-01T00:00:00Z");
    return new Resource(
        type,
        new ResourceHeaders(
            UUID.randomUUID(),
            new ResourceName(name),
            ACCOUNT,
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
