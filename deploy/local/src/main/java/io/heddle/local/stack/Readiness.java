package io.heddle.local.stack;

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;

/** Tells when a process serves, and why it does not. */
final class Readiness {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration ANSWER = Duration.ofSeconds(3);

  private final Processes processes;
  private final StackState state;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();

  Readiness(Processes processes, StackState state) {
    this.processes = processes;
    this.state = state;
  }

  void awaitService(String name) {
    await(name, () -> servesHttp(state.port(name)));
  }

  void awaitPort(String name, int port) {
    await(name, () -> listens(port));
  }

  /** A broker is ready when its cluster answers, which is later than its port. */
  void awaitBroker(String name, String bootstrapServers) {
    awaitPort(name, state.port(name));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.describeCluster().nodes().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(notReady(name), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
    }
  }

  boolean isReady(ProcessRecord process) {
    if (process.alive().isEmpty()) {
      return false;
    }
    int port = state.port(process.name());
    return switch (process.name()) {
      case LocalStack.BROKER, LocalStack.S3 -> listens(port);
      default -> servesHttp(port);
    };
  }

  private void await(String name, BooleanSupplier ready) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!ready.getAsBoolean()) {
      boolean alive = state.process(name).flatMap(ProcessRecord::alive).isPresent();
      if (!alive) {
        throw new IllegalStateException(
            name + " ended by itself; it said:\n" + processes.logTail(name));
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(notReady(name));
      }
      pause(name);
    }
  }

  private String notReady(String name) {
    return "%s is not ready after %d s; it said:%n%s"
        .formatted(name, PATIENCE.toSeconds(), processes.logTail(name));
  }

  private static void pause(String name) {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
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

  private boolean servesHttp(int port) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/ready"))
            .timeout(ANSWER)
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
