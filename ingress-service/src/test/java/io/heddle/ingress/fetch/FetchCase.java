package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.conformance.ExpectedFailure;
import io.heddle.ingress.reach.FolderReach;
import io.heddle.ingress.reach.NetworkReach;
import io.heddle.odf.Ingress;
import io.heddle.odf.SourceState;
import io.heddle.problem.IngestException;
import io.heddle.resource.Template;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Successive polls of one source, as a case of {@code fetch} describes them. */
final class FetchCase {
  private static final String SOURCE_NAME = "case";
  private static final Instant FIRST_SYSTEM_TIME = Instant.parse("2040-01-01T00:00:00Z");

  private final ConformanceCase given;
  private final WebServer server;
  private final Path folder;
  private final Fetchers fetchers;
  private final Ingress ingress;
  private @Nullable SourceState last;

  FetchCase(ConformanceCase given, WebServer server, Path folder, Fetchers fetchers)
      throws IOException {
    this.given = given;
    this.server = server;
    this.folder = Files.createDirectories(folder.resolve("dir"));
    this.fetchers = fetchers;
    this.ingress = ingress();
  }

  private Ingress ingress() throws IOException {
    Map<String, String> config = new HashMap<>();
    given
        .get("config")
        .properties()
        .forEach(value -> config.put(value.getKey(), value.getValue().asText()));
    JsonNode expanded =
        Template.expand(
            given.get("ingress"), "config", name -> Optional.ofNullable(config.get(name)));
    String text =
        expanded
            .toString()
            .replace("{dir}", folder.toString())
            .replace("{server}", server.address())
            .replace("{closedPort}", String.valueOf(closedPort()));
    return OdfTypes.INGRESS.fromJson(
        new com.fasterxml.jackson.databind.ObjectMapper().readTree(text));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  void run() throws Exception {
    write(given.get("files"));
    for (JsonNode step : given.get("steps")) {
      poll(step);
    }
  }

  private void poll(JsonNode step) throws Exception {
    write(step.path("addFiles"));
    for (var touched : step.path("touch").properties()) {
      touch(folder.resolve(touched.getKey()), touched.getValue().asText());
    }
    serve(step.path("server"));
    Path downloads = Files.createTempDirectory(folder.getParent(), "downloads");
    FetchContext context =
        new FetchContext(
            SOURCE_NAME,
            Clock.fixed(time(step.path("systemTime").asText()), ZoneOffset.UTC),
            downloads,
            step.path("hasData").asBoolean(),
            false,
            false);
    JsonNode expected = step.path("expect");
    FetchResult result;
    try {
      result = fetchers.poll(ingress, previous(step.path("prevState")), context);
    } catch (IngestException e) {
      if (!expected.path("result").asText().equals("error")) {
        throw e;
      }
      ExpectedFailure.assertMatches(expected.path("error"), e);
      return;
    }
    switch (result) {
      case FetchResult.UpToDate ignored ->
          assertThat("upToDate").isEqualTo(expected.path("result").asText());
      case FetchResult.Fetched fetched -> {
        assertThat("updated").isEqualTo(expected.path("result").asText());
        assertFetched(fetched, expected);
        last = fetched.state();
      }
    }
    assertRequest(step.path("expectRequest"));
    if (expected.has("requests")) {
      assertThat(server.requests()).hasSize(expected.get("requests").asInt());
    }
  }

  private @Nullable SourceState previous(JsonNode state) {
    if (state.asText().equals("$last")) {
      return last;
    }
    return state.isObject()
        ? new SourceState(SOURCE_NAME, state.get("kind").asText(), state.get("value").asText())
        : null;
  }

  private void assertFetched(FetchResult.Fetched fetched, JsonNode expected) throws IOException {
    if (expected.has("body")) {
      assertThat(fetched.file().path()).hasContent(expected.get("body").asText());
      assertThat(fetched.file().bytes()).isEqualTo(expected.get("body").asText().length());
    }
    if (expected.has("file")) {
      assertThat(fetched.file().path()).hasFileName(expected.get("file").asText());
    }
    if (expected.has("state")) {
      JsonNode state = expected.get("state");
      assertThat(fetched.state())
          .isEqualTo(
              new SourceState(
                  SOURCE_NAME, state.get("kind").asText(), state.get("value").asText()));
    }
    if (expected.has("eventTime")) {
      JsonNode time = expected.get("eventTime");
      assertThat(fetched.eventTime()).isEqualTo(time.isNull() ? null : time(time.asText()));
    }
    if (expected.has("copied")) {
      assertThat(!fetched.file().inPlace()).isEqualTo(expected.get("copied").asBoolean());
    }
    assertThat(fetched.hasMore()).isEqualTo(expected.path("hasMore").asBoolean());
  }

  private void assertRequest(JsonNode expected) {
    if (expected.isMissingNode()) {
      return;
    }
    var headers = server.requests().getLast().headers();
    expected
        .path("headers")
        .properties()
        .forEach(
            header ->
                assertThat(headers.getFirst(header.getKey()))
                    .as(header.getKey())
                    .isEqualTo(header.getValue().asText()));
    expected.path("absentHeaders").forEach(name -> assertThat(headers.get(name.asText())).isNull());
    expected
        .path("presentHeaders")
        .forEach(name -> assertThat(headers.getFirst(name.asText())).isNotBlank());
  }

  private void write(JsonNode files) throws IOException {
    for (var file : files.properties()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue().path("text").asText());
      touch(path, file.getValue().path("mtime").asText());
    }
  }

  private static void touch(Path path, String time) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.parse(time)));
  }

  private void serve(JsonNode pages) {
    server.clear();
    for (var page : pages.properties()) {
      Map<String, String> headers = new HashMap<>();
      page.getValue()
          .path("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      server.page(
          page.getKey(),
          page.getValue().path("status").asInt(),
          headers,
          page.getValue().path("body").asText());
    }
  }

  /** {@code sN} are days from 2040 on; everything else is a time as it is. */
  private static Instant time(String text) {
    return text.matches("s\\d+")
        ? FIRST_SYSTEM_TIME.plus(Duration.ofDays(Long.parseLong(text.substring(1))))
        : Instant.parse(text);
  }

  /** As where nobody else applies sources: servers on this machine too. */
  static final NetworkReach OPEN_NETWORK =
      new NetworkReach(List.of("http", "https", "file"), List.of("*"), List.of("any"));

  static final FolderReach ALL_FOLDERS = new FolderReach(List.of(Path.of("/")));

  static FetchSettings settings() {
    return new FetchSettings(
        "heddle/test",
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        10,
        1 << 20,
        200,
        Duration.ZERO,
        Duration.ZERO,
        OPEN_NETWORK,
        ALL_FOLDERS);
  }
}
