package io.heddle.resources;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;

import io.heddle.message.Topics;
import io.heddle.testing.BackingServicesResource;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(
    value = BackingServicesResource.class,
    initArgs = @ResourceArg(name = "topics", value = "fresh"))
class ResourceServiceIT {
  private static final String PROBLEM = "application/problem+json";

  private static StandIn others;

  private static String manifests(String name) {
    return """
    $schema: https://opendatafabric.org/schemas/flows/v1alpha1/Flow
    headers: {name: %1$s}
    spec:
      target: Dataset:%1$s
      triggers: [{kind: Schedule, cron: '@daily'}]
      tasks: [{kind: Ingest, source: %1$s}]
    ---
    $schema: https://opendatafabric.org/schemas/source/v1alpha1/Source
    headers: {name: %1$s, labels: {env: test}}
    spec:
      ingress: {kind: Url, url: http://localhost/a.csv}
      read: {kind: Csv, header: true}
      merge: {kind: Ledger, primaryKey: [date]}
    ---
    $schema: https://opendatafabric.org/schemas/datasets/v1alpha1/Dataset
    headers: {name: %1$s}
    spec:
      kind: Root
      metadata: [{kind: SetInfo, description: Cities}]
    """
        .formatted(name);
  }

  @BeforeEach
  void startOthers() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> given().get("/health/ready").then().statusCode(200));
    if (others == null) {
      var config = ConfigProvider.getConfig();
      others =
          new StandIn(
              config.getValue("kafka.bootstrap.servers", String.class),
              new Topics(config.getValue("heddle.topics.prefix", String.class)));
    }
  }

  @AfterAll
  static void stopOthers() throws InterruptedException {
    others.close();
  }

  private static RequestSpecification yaml(String body) {
    return given()
        .config(
            RestAssuredConfig.config()
                .encoderConfig(
                    EncoderConfig.encoderConfig()
                        .encodeContentTypeAs("application/yaml", ContentType.TEXT)))
        .contentType("application/yaml")
        .body(body);
  }

  private static ValidatableResponse apply(String manifests) {
    return yaml(manifests).post("/resources/v1alpha1/apply?wait=ready").then();
  }

  @Test
  void whatIsAppliedIsReadAndUntouchedTheSecondTime() {
    apply(manifests("acme.one"))
        .statusCode(200)
        .body("summary.created", equalTo(3))
        .body("items.phase", equalTo(java.util.List.of("Ready", "Ready", "Ready")));

    String tag =
        given()
            .get("/datasets/v1alpha1/dataset/acme.one")
            .then()
            .statusCode(200)
            .body("spec.did", startsWith("did:odf:fed01"))
            .body("status.conditions.DatasetState.sequenceNumber", equalTo(1))
            .extract()
            .header("ETag");
    given()
        .header("If-None-Match", tag)
        .get("/dataset/v1alpha1/Datasets/ACME.one/")
        .then()
        .statusCode(304);
    yaml(manifests("acme.one"))
        .accept("text/plain")
        .post("/resources/v1alpha1/apply")
        .then()
        .statusCode(200)
        .body(
            equalTo(
                "flow/acme.one untouched\n"
                    + "source/acme.one untouched\n"
                    + "dataset/acme.one untouched\n"));
    given()
        .queryParam("labelSelector", "env=test,ingressMode=Polling")
        .queryParam("name", "acme.o%")
        .get("/sources/v1alpha1/source")
        .then()
        .statusCode(200)
        .body("items", hasSize(1))
        .body("page.total", equalTo(1));
    given()
        .accept("application/yaml")
        .get("/sources/v1alpha1/source/acme.one?fields=spec")
        .then()
        .statusCode(200)
        .body(containsString("kind: Ledger"));
  }

  @Test
  void aBatchWithOneBadDocumentWritesNothing() {
    apply(manifests("acme.two").replace("kind: Csv", "kind: Cvs"))
        .statusCode(422)
        .contentType(PROBLEM)
        .body("code", equalTo("batch-rejected"))
        .body("requestId", notNullValue())
        .body("errors[0].pointer", equalTo("/spec/read/kind"))
        .body("errors[0].line", greaterThan(1))
        .body("errors[0].hint", containsString("Csv"))
        .body("items[0].operation", equalTo("Skipped"));

    given().get("/datasets/v1alpha1/dataset/acme.two").then().statusCode(404).contentType(PROBLEM);
    yaml(manifests("acme.two").replace("kind: Csv", "kind: Cvs"))
        .post("/resources/v1alpha1/apply?atomic=false")
        .then()
        .statusCode(207)
        .body("summary.rejected", equalTo(1))
        .body("items[1].problem.code", equalTo("manifest-invalid"));
  }

  @Test
  void aTriggeredRunIsFollowedToItsEnd() {
    apply(manifests("acme.three")).statusCode(200);

    String run =
        given()
            .header("Prefer", "wait=30")
            .contentType(ContentType.JSON)
            .body("{\"reason\": \"by hand\"}")
            .post("/flows/v1alpha1/flow/acme.three/trigger")
            .then()
            .statusCode(200)
            .body("runs[0].outcome", equalTo("Success"))
            .extract()
            .path("runs[0].flowRun");

    given()
        .get("/flows/v1alpha1/flow/acme.three/runs")
        .then()
        .statusCode(200)
        .body("items[0].id", equalTo(run))
        .body("items[0].status", equalTo("Finished"))
        .body("items[0].tasks[0].outcome.result.numRecords", equalTo(2));
    given()
        .get("/flows/v1alpha1/flowrun/" + run)
        .then()
        .statusCode(200)
        .body("spec.tasks", hasSize(1));
    yaml("""
    $schema: https://opendatafabric.org/schemas/flow/v1alpha1/FlowRun
    spec:
      target: Dataset:acme.three
      tasks: [{kind: Ingest, source: acme.three}]
    """)
        .header("Prefer", "wait=30")
        .post("/flows/v1alpha1/flowrun")
        .then()
        .statusCode(200)
        .body("runs[0].outcome", equalTo("Success"));
  }

  @Test
  void whatIsDeletedFreesItsName() {
    apply(manifests("acme.four")).statusCode(200);
    String id =
        given().get("/datasets/v1alpha1/dataset/acme.four").then().extract().path("headers.id");

    given()
        .header("If-Match", "\"9\"")
        .delete("/datasets/v1alpha1/dataset/acme.four")
        .then()
        .statusCode(412)
        .body("currentGeneration", equalTo(1));
    given()
        .header("If-Match", "\"1.0\"")
        .delete("/datasets/v1alpha1/dataset/acme.four")
        .then()
        .statusCode(200)
        .body("status.phase", equalTo("Deleted"))
        .body("referrers", hasSize(1));

    given().get("/datasets/v1alpha1/dataset/acme.four").then().statusCode(404);
    given().get("/datasets/v1alpha1/dataset/" + id).then().statusCode(200);
    given().get("/flows/v1alpha1/flow/acme.four").then().body("status.phase", equalTo("Degraded"));
    given().delete("/datasets/v1alpha1/dataset/acme.four").then().statusCode(404);
    apply(manifests("acme.four"))
        .statusCode(200)
        .body("items[2].operation", equalTo("Created"))
        .body("items[2].resource.id", not(equalTo(id)));
  }

  @Test
  void oneResourceIsCreatedAndReplaced() {
    String source =
        """
        $schema: https://opendatafabric.org/schemas/sources/v1alpha1/Source
        headers: {name: acme.five}
        spec:
          read: {kind: NdJson}
        """;

    yaml(source)
        .post("/sources/v1alpha1/source")
        .then()
        .statusCode(201)
        .header("Location", startsWith("/sources/v1alpha1/source/"))
        .body("status.pushTopic", containsString("push.heddle.acme.five"));
    yaml(source)
        .post("/sources/v1alpha1/source")
        .then()
        .statusCode(409)
        .body("code", equalTo("name-conflict"));
    yaml(source.replace("NdJson", "Csv").replace("{name: acme.five}", "{}"))
        .put("/sources/v1alpha1/source/acme.five")
        .then()
        .statusCode(200)
        .header("X-Odf-Operation", "Updated")
        .body("headers.generation", equalTo(2));
    yaml(source.replace("acme.five", "acme.six"))
        .post("/resources/v1alpha1/apply?dryRun=true")
        .then()
        .statusCode(200)
        .body("items[0].operation", equalTo("Created"));
    given().get("/sources/v1alpha1/source/acme.six/status").then().statusCode(404);
  }

  @Test
  void everyErrorIsAProblem() {
    given().get("/nowhere").then().statusCode(404).contentType(PROBLEM);
    given().get("/sources/v1alpha1/dataset").then().statusCode(404).contentType(PROBLEM);
    given()
        .get("/sources/v2/source")
        .then()
        .statusCode(404)
        .contentType(PROBLEM)
        .body("code", equalTo("unsupported-version"));
    given()
        .patch("/resources/v1alpha1/apply")
        .then()
        .statusCode(405)
        .contentType(PROBLEM)
        .body("code", equalTo("method-not-allowed"));
    given()
        .contentType("text/csv")
        .body("a,b")
        .post("/resources/v1alpha1/apply")
        .then()
        .statusCode(415)
        .contentType(PROBLEM);
    yaml("a: [").post("/resources/v1alpha1/apply").then().statusCode(400).contentType(PROBLEM);
    yaml("")
        .post("/resources/v1alpha1/apply")
        .then()
        .statusCode(400)
        .body("code", equalTo("manifest-empty"));
    given().get("/sources/v1alpha1/source?colour=red").then().statusCode(400).contentType(PROBLEM);
    given().get("/sources/v1alpha1/source?revealed=true").then().statusCode(501);
    given().get("/sources/v1alpha1/source?account=other").then().statusCode(404);
    given().accept("image/png").get("/sources/v1alpha1/source").then().statusCode(406);
    given().get("/problems/manifest-invalid").then().statusCode(200).body("status", equalTo(422));
    given().get("/config/v1alpha1/secretset").then().statusCode(422);
  }

  @Test
  void aRefusedMethodSaysWhichAreAllowed() {
    given()
        .patch("/resources/v1alpha1/apply")
        .then()
        .statusCode(405)
        .header("Allow", "OPTIONS, POST");
    given()
        .delete("/sources/v1alpha1/source")
        .then()
        .statusCode(405)
        .header("Allow", "GET, HEAD, OPTIONS, POST");
    given().put("/info").then().statusCode(405).header("Allow", "GET, HEAD, OPTIONS");
  }

  @Test
  void parametersThatAPathDoesNotKnowAreRefused() {
    String did = "did:odf:fed01" + "0".repeat(64);
    for (String path :
        new String[] {
          "/datasets/v1alpha1/dataset/x/tail?state=true",
          "/datasets/v1alpha1/dataset/x/tail?limit=abc",
          "/datasets/v1alpha1/dataset/x/tail?limit=-1",
          "/datasets/v1alpha1/dataset/x/tail?limit=5&limit=6",
          "/datasets/v1alpha1/dataset/x/tail?skip=99999999999999999999",
          "/datasets/v1alpha1/dataset/x/metadata?foo=1",
          "/datasets/v1alpha1/dataset/x/refs?foo=1",
          "/datasets/v1alpha1/dataset/x/refs/head?foo=1",
          "/datasets/v1alpha1/dataset/x/blocks?limit=0",
          "/datasets/v1alpha1/dataset/x/blocks/f00?foo=1",
          "/datasets/v1alpha1/dataset/x/data/f00?foo=1",
          "/x/refs/head?foo=1",
          "/a/x/data/f00?foo=1",
          "/info?foo=1",
          "/problems/internal?foo=1",
          "/resources/v1alpha1/types?foo=1"
        }) {
      given().get(path).then().statusCode(400).contentType(PROBLEM);
    }
    given().get("/datasets/v1alpha1/dataset/x/blocks?order=asc").then().statusCode(501);
    given().get("/datasets/v1alpha1/dataset/x/metadata?include=schema").then().statusCode(501);
    given()
        .post("/datasets/v1alpha1/dataset/" + did + "/verify?foo=1")
        .then()
        .statusCode(400)
        .contentType(PROBLEM);
    given().get("/datasets/v1alpha1/dataset/x/tail?limit=3").then().statusCode(404);
  }

  @Test
  void anExportIsNoChangeWhenItIsApplied() {
    apply(manifests("acme.seven")).statusCode(200);
    for (String path : new String[] {"datasets/v1alpha1/dataset", "sources/v1alpha1/source"}) {
      String exported =
          given()
              .accept("application/yaml")
              .get("/" + path + "/acme.seven?fields=spec")
              .then()
              .statusCode(200)
              .extract()
              .asString();
      apply(exported).statusCode(200).body("items[0].operation", equalTo("Untouched"));
    }
  }

  @Test
  void bodiesInGzipAreReadStrictly() throws IOException {
    byte[] packed = gzip(manifests("acme.eight").getBytes(UTF_8));

    packed(Arrays.copyOf(packed, packed.length - 4))
        .statusCode(400)
        .contentType(PROBLEM)
        .body("detail", containsString("gzip"));
    packed(gzip(new byte[64 << 20])).statusCode(413).contentType(PROBLEM);
    packed(packed).statusCode(200);
    given()
        .contentType("application/yaml")
        .body(new byte[40 << 20])
        .post("/resources/v1alpha1/apply")
        .then()
        .statusCode(413)
        .contentType(PROBLEM);
  }

  private static ValidatableResponse packed(byte[] body) {
    return given()
        .contentType("application/yaml")
        .header("Content-Encoding", "gzip")
        .body(body)
        .post("/resources/v1alpha1/apply?dryRun=true")
        .then();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void mendingAndCancellingSayWhatIsNotThere() {
    given().post("/datasets/v1alpha1/dataset/nobody/rebuild").then().statusCode(404);
    given().post("/datasets/v1alpha1/dataset/nobody/unlock?foo=1").then().statusCode(400);
    given()
        .post("/flows/v1alpha1/flowrun/9b2e4f1a-3c7d-4e8b-a1f2-6d5e7c8b9a0d/cancel")
        .then()
        .statusCode(404)
        .contentType(PROBLEM)
        .body("code", equalTo("run-not-found"));
    apply(manifests("acme.nine")).statusCode(200);
    given()
        .header("Prefer", "wait=1")
        .post("/datasets/v1alpha1/dataset/acme.nine/rebuild")
        .then()
        .statusCode(202)
        .body("repair.reason", equalTo("RebuildAsked"));
  }

  @Test
  void pagesOfOtherSitesAreRefused() {
    given()
        .header("Origin", "http://evil.example")
        .body(manifests("acme.evil"))
        .post("/resources/v1alpha1/apply")
        .then()
        .statusCode(403)
        .contentType(PROBLEM)
        .body("code", equalTo("cross-site-request"))
        .body("detail", containsString("heddle.web.own-names"));
    given()
        .header("Sec-Fetch-Site", "cross-site")
        .post("/flows/v1alpha1/flow/acme.evil/trigger")
        .then()
        .statusCode(403);
    given()
        .header("Host", "evil.example")
        .get("/sources/v1alpha1/source")
        .then()
        .statusCode(421)
        .contentType(PROBLEM)
        .body("detail", containsString("heddle.web.own-names"));
    given().get("/datasets/v1alpha1/dataset/acme.evil").then().statusCode(404);
  }

  @Test
  void theServiceTellsAboutItself() {
    for (String path :
        new String[] {
          "/health/live",
          "/health/ready",
          "/health/started",
          "/system/health",
          "/system/health?type=readiness",
          "/metrics",
          "/system/metrics",
          "/info",
          "/openapi",
          "/openapi.json",
          "/resources/v1alpha1/types"
        }) {
      given().get(path).then().statusCode(200);
    }
    given().get("/openapi.json").then().body("paths", notNullValue());
    given().get("/metrics").then().body(containsString("odf_resources{"));
    given()
        .header("X-Request-Id", "abc")
        .get("/resource/v1alpha1/types")
        .then()
        .header("X-Request-Id", "abc")
        .body("name", hasSize(5));
  }
}
