package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.conformance.ExpectedFailure;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.SourceState;
import io.heddle.problem.IngestException;
import io.heddle.resource.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Fetching, by the cases of the specification. */
class FetchCasesTest {
  private static WebServer server;
  private static Fetchers fetchers;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = new WebServer();
    FetchSettings settings = FetchCase.settings();
    fetchers =
        new Fetchers(
            List.of(
                new UrlFetcher(List.of(new HttpUrls(settings), new FileUrls(settings))),
                new FilesGlobFetcher(settings)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("fetch")
        .format("fetch/http", this::poll)
        .format("fetch/file", this::poll)
        .format("fetch/glob", this::poll)
        .format("fetch/path-time", FetchCasesTest::checkPathTime)
        .format("fetch/source-state", FetchCasesTest::checkState)
        .format("fetch/template", FetchCasesTest::checkTemplate)
        .tests();
  }

  private void poll(ConformanceCase given) throws Exception {
    if (given.get("settings").isObject()) {
      ConformanceSuite.notSupported(
          "cases with settings of their own come with the kinds that have them");
    }
    new FetchCase(given, server, Files.createTempDirectory(folder, "case"), fetchers).run();
  }

  private static void checkPathTime(ConformanceCase given) {
    EventTimeSource source = OdfTypes.EVENT_TIME_SOURCE.fromJson(given.get("eventTime"));
    JsonNode expected = given.get("expect");
    Instant time;
    try {
      time = EventTimes.fromPath((EventTimeSource.FromPath) source, "/data/" + given.text("file"));
    } catch (IngestException e) {
      ExpectedFailure.assertMatches(expected.path("error"), e);
      return;
    }
    assertThat(time).isEqualTo(expected.path("eventTime").asText());
  }

  private static void checkState(ConformanceCase given) {
    if (given.content().has("format")) {
      given
          .get("format")
          .forEach(
              pair ->
                  assertThat(
                          StoredPosition.lastModified("x", Instant.parse(pair.get(0).asText()))
                              .value())
                      .isEqualTo(pair.get(1).asText()));
      return;
    }
    JsonNode state = given.get("state");
    StoredPosition position =
        StoredPosition.of(
            new SourceState("x", state.get("kind").asText(), state.get("value").asText()));
    JsonNode expected = given.get("expect");
    if (expected.has("etag")) {
      assertThat(position).isEqualTo(new StoredPosition.ETag(expected.get("etag").asText()));
    } else if (expected.has("lastModified")) {
      assertThat(position)
          .isEqualTo(
              new StoredPosition.LastModified(
                  Instant.parse(expected.get("lastModified").asText())));
    } else {
      assertThat(position).isEqualTo(new StoredPosition.None());
    }
  }

  private static void checkTemplate(ConformanceCase given) {
    Map<String, String> config = new HashMap<>();
    given
        .get("config")
        .properties()
        .forEach(value -> config.put(value.getKey(), value.getValue().asText()));
    JsonNode expected = given.get("expect");
    String value;
    try {
      value =
          Template.parse(given.text("template"))
              .expand("config", name -> Optional.ofNullable(config.get(name)));
    } catch (IngestException e) {
      ExpectedFailure.assertMatches(expected.path("error"), e);
      return;
    }
    assertThat(value).isEqualTo(expected.path("value").asText());
  }
}
