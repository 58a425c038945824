package io.heddle.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;

/** Tells whether a process serves, and what it lacks. */
final class Readiness {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** On a busy machine an answer takes its time. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final String NO_ANSWER = "does not answer yet";

  private final StackState state;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();

  Readiness(StackState state) {
    this.state = state;
  }

  boolean serves(String name) {
    return lacks(name).isEmpty();
  }

  /** What a process lacks to serve, in a few words; empty when it serves. */
  Optional<String> lacks(String name) {
    if (state.process(name).isEmpty()) {
      return Optional.of("not started yet");
    }
    if (state.running(name).isEmpty()) {
      return Optional.of("has ended");
    }
    int port = state.port(name);
    return switch (name) {
      case LocalStack.S3 -> listens(port) ? Optional.empty() : Optional.of(NO_ANSWER);
      case LocalStack.BROKER ->
          listens(port) && hasCluster(port) ? Optional.empty() : Optional.of(NO_ANSWER);
      default -> lacksHealth(port);
    };
  }

  /** A broker listens some time before its cluster answers. */
  private static boolean hasCluster(int port) {
    String timeout = Long.toString(ANSWER.toMillis());
    try (Admin admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", "localhost:" + port,
                "request.timeout.ms", timeout,
                "default.api.timeout.ms", timeout))) {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) ANSWER.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<String> lacksHealth(int port) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/ready"))
            .timeout(ANSWER)
            .build();
    try {
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
      return answer.statusCode() == 200 ? Optional.empty() : Optional.of(redChecks(answer.body()));
    } catch (IOException e) {
      return Optional.of(NO_ANSWER);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("was not waited for");
    }
  }

  private static String redChecks(String health) {
    try {
      String names =
          StreamSupport.stream(JSON.readTree(health).path("checks").spliterator(), false)
              .filter(check -> check.path("status").asText().equals("DOWN"))
              .map((JsonNode check) -> check.path("name").asText())
              .collect(Collectors.joining(", "));
      return names.isEmpty() ? "is not ready yet" : "is not ready yet: " + names;
    } catch (JsonProcessingException e) {
      return "is not ready yet";
    }
  }
}
