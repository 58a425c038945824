package io.heddle.ingress.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.heddle.objectstore.StoreWatch;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;

class StoreReadinessTest {
  @Test
  void isGreenOnceTheStoreAnswers() {
    try (StoreWatch watch = new StoreWatch(new InMemoryObjectStore())) {
      await()
          .untilAsserted(
              () ->
                  assertThat(new StoreReadiness(watch).call().getStatus())
                      .isEqualTo(HealthCheckResponse.Status.UP));
    }
  }

  @Test
  void isRedWhileNobodyAnswersAtItsAddress() throws Exception {
    try (S3ObjectStore store =
            new S3ObjectStore(new S3Settings(closedPort(), "b", "key", "secret"));
        StoreWatch watch = new StoreWatch(store)) {
      HealthCheckResponse response = new StoreReadiness(watch).call();

      assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
      assertThat(response.getData().orElseThrow()).containsKey("error");
    }
  }

  private static URI closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }
}
