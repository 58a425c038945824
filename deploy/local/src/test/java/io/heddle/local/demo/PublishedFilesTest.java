package io.heddle.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedFilesTest {
  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private PublishedFiles files;

  @BeforeEach
  void start() throws Exception {
    files = new PublishedFiles(folder.resolve("published"));
  }

  @AfterEach
  void stop() {
    files.close();
  }

  @Test
  void givesAnotherTagWhenTheContentChanges() throws Exception {
    // Given
    publish("a");
    HttpResponse<String> first = get(null);
    HttpResponse<String> unchanged = get(tag(first));

    // When
    publish("b");
    HttpResponse<String> changed = get(tag(first));

    // Then
    assertThat(first.body()).isEqualTo("a");
    assertThat(unchanged.statusCode()).isEqualTo(304);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(changed.body()).isEqualTo("b");
  }

  @Test
  void knowsNothingOutsideItsFolder() throws Exception {
    publish("a");
    Files.writeString(folder.resolve("secret"), "s");

    var request = HttpRequest.newBuilder(files.url().resolve("/%2e%2e/secret")).build();
    assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
  }

  private void publish(String text) throws Exception {
    files.publish(Files.writeString(folder.resolve("draft"), text), "data.csv");
  }

  private HttpResponse<String> get(String knownTag) throws Exception {
    var request = HttpRequest.newBuilder(files.url().resolve("/data.csv"));
    if (knownTag != null) {
      request.header("If-None-Match", knownTag);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String tag(HttpResponse<String> response) {
    return response.headers().firstValue("ETag").orElseThrow();
  }
}
