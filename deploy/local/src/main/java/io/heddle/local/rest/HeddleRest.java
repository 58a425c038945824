package io.heddle.local.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;

/** A client of resource-service. Names of resources are those of the caller's account. */
public final class HeddleRest {
  private static final Duration ANSWER_WITHIN = Duration.ofMinutes(5);
  private static final Duration POLL_PAUSE = Duration.ofMillis(100);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI base;
  private final HttpClient http = HttpClient.newHttpClient();

  public HeddleRest(URI base) {
    this.base = base;
  }

  /** Applies manifests and waits until they are in effect. */
  public JsonNode apply(String manifests) {
    JsonNode answer =
        post("/resources/v1alpha1/apply?wait=ready&timeout=60s", "application/yaml", manifests);
    for (JsonNode item : answer.path("items")) {
      if (!item.path("phase").asText().equals("Ready")) {
        throw new IllegalStateException("not ready after its time: " + item);
      }
    }
    return answer;
  }

  /**
   * Starts a flow.
   *
   * @return the id of its run
   */
  public String trigger(String flow) {
    JsonNode answer = post("/flows/v1alpha1/flow/" + flow + "/trigger", "application/json", "{}");
    return answer.path("runs").path(0).path("flowRun").asText();
  }

  /**
   * Waits until a run of a flow has finished.
   *
   * @return the run, with the outcomes of its tasks
   */
  public JsonNode awaitRun(String flow, String run, Duration patience) {
    return awaitRun(flow, run, patience, look -> {});
  }

  /**
   * As {@link #awaitRun(String, String, Duration)}.
   *
   * @param observer is shown the run each time it is looked at, several times a second
   */
  public JsonNode awaitRun(
      String flow, String run, Duration patience, Consumer<JsonNode> observer) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      JsonNode found = run(flow, run);
      observer.accept(found);
      if (found.path("status").asText().equals("Finished")) {
        return found;
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "run %s of %s has not finished after %s: %s".formatted(run, flow, patience, found));
      }
      pause();
    }
  }

  /** One run of a flow; missing when the flow does not know it. */
  public JsonNode run(String flow, String run) {
    for (JsonNode candidate : get("/flows/v1alpha1/flow/" + flow + "/runs").path("items")) {
      if (candidate.path("id").asText().equals(run)) {
        return candidate;
      }
    }
    return MissingNode.getInstance();
  }

  /** The last records of a dataset, oldest first. */
  public JsonNode tail(String dataset, int limit) {
    return get("/datasets/v1alpha1/dataset/" + dataset + "/tail?limit=" + limit).path("data");
  }

  /** The blocks of a dataset, newest first. */
  public JsonNode blocks(String dataset) {
    return get("/datasets/v1alpha1/dataset/" + dataset + "/blocks?limit=1000").path("items");
  }

  /** Whether a dataset is whole, and what is wrong if not. */
  public JsonNode verify(String dataset) {
    return post("/datasets/v1alpha1/dataset/" + dataset + "/verify", "application/json", "{}");
  }

  public JsonNode get(String path) {
    return json(send(HttpRequest.newBuilder(base.resolve(path)).GET()));
  }

  /** A raw file of a dataset. */
  public byte[] bytes(String path) {
    return send(HttpRequest.newBuilder(base.resolve(path)).GET());
  }

  public JsonNode post(String path, String contentType, String body) {
    return json(
        send(
            HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(body))));
  }

  /** Deletes a resource by its path. */
  public void delete(String path) {
    send(HttpRequest.newBuilder(base.resolve(path)).DELETE());
  }

  private byte[] send(HttpRequest.Builder builder) {
    HttpRequest request = builder.timeout(ANSWER_WITHIN).build();
    String name = request.method() + " " + request.uri();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() >= 300) {
        throw new RestException(name, response.statusCode(), new String(response.body(), UTF_8));
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during " + name, e);
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not JSON: " + new String(body, UTF_8), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the answer", e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a run", e);
    }
  }
}
