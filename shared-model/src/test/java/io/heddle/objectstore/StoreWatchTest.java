package io.heddle.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that can be away, forbid, or freeze, and its watch. */
class StoreWatchTest {
  private final AtomicBoolean frozen = new AtomicBoolean();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile int status = 404;
  private HttpServer server;
  private S3ObjectStore store;
  private StoreWatch watch;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          while (frozen.get()) {
            pause();
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    store =
        new S3ObjectStore(
            new S3Settings(endpoint, "bucket", "key", "secret")
                .withRetries(new Retries(1, Duration.ofMillis(1), Duration.ofMillis(1))));
    watch = new StoreWatch(store, Duration.ofMillis(20), Duration.ofMillis(300));
  }

  @AfterEach
  void stop() throws IOException {
    frozen.set(false);
    watch.close();
    store.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void storeThatAnswersIsThere() {
    await().untilAsserted(() -> assertThat(watch.answers()).isTrue());
    assertThat(watch.trouble()).isNull();
  }

  @Test
  void storeThatForbidsIsNotThereUntilItAllows() {
    status = 403;

    await().untilAsserted(() -> assertThat(watch.answers()).isFalse());
    await().untilAsserted(() -> assertThat(watch.trouble()).contains("bucket"));
    status = 404;
    await().untilAsserted(() -> assertThat(watch.answers()).isTrue());
  }

  @Test
  void frozenStoreIsNoticedWithoutWaitingForIt() {
    await().untilAsserted(() -> assertThat(watch.answers()).isTrue());

    frozen.set(true);

    await().untilAsserted(() -> assertThat(watch.answers()).isFalse());
    assertThat(watch.trouble()).contains("does not answer");
    frozen.set(false);
    await().untilAsserted(() -> assertThat(watch.answers()).isTrue());
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
