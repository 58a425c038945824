package io.heddle.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.minio.GetObjectArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.minio.errors.ErrorResponseException;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedS3Test {
  private static final int WRITERS = 4;
  private static final int INCREMENTS = 10;

  @TempDir Path folder;
  private EmbeddedS3 server;
  private MinioClient client;

  @BeforeEach
  void start() throws Exception {
    S3Keys keys = S3Keys.random(new SecureRandom());
    server = new EmbeddedS3(folder, 0, keys);
    client =
        MinioClient.builder()
            .endpoint(server.endpoint().toString())
            .credentials(keys.accessKey(), keys.secretKey())
            .region("us-east-1")
            .build();
    client.makeBucket(MakeBucketArgs.builder().bucket("bucket").build());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void keepsEveryConditionalIncrement() throws Exception {
    // Given
    put("counter", "0", Map.of("If-None-Match", "*"));

    // When
    try (var pool = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(
            pool.submit(
                (Callable<Void>)
                    () -> {
                      for (int n = 0; n < INCREMENTS; n++) {
                        increment();
                      }
                      return null;
                    }));
      }
      for (Future<Void> writer : writers) {
        writer.get();
      }
    }

    // Then
    assertThat(read().value()).isEqualTo(WRITERS * INCREMENTS);
  }

  @Test
  void createsAnObjectOnlyOnce() throws Exception {
    put("once", "a", Map.of("If-None-Match", "*"));

    assertThatThrownBy(() -> put("once", "b", Map.of("If-None-Match", "*")))
        .isInstanceOfSatisfying(
            ErrorResponseException.class, e -> assertThat(e.response().code()).isEqualTo(412));
  }

  @Test
  void comparesAgainWhenAMultipartUploadIsCompleted() throws Exception {
    // Given
    String first = put("large", "small", Map.of());
    put("large", "changed", Map.of());

    // When, then
    assertThatThrownBy(() -> putMultipart("large", Map.of("If-Match", first)))
        .isInstanceOfSatisfying(
            ErrorResponseException.class, e -> assertThat(e.response().code()).isEqualTo(412));
  }

  private record Counter(int value, String eTag) {}

  private void increment() throws Exception {
    while (true) {
      Counter counter = read();
      try {
        put("counter", Integer.toString(counter.value() + 1), Map.of("If-Match", counter.eTag()));
        return;
      } catch (ErrorResponseException e) {
        assertThat(e.response().code()).isEqualTo(412);
      }
    }
  }

  private Counter read() throws Exception {
    try (var object =
        client.getObject(GetObjectArgs.builder().bucket("bucket").object("counter").build())) {
      String text = new String(object.readAllBytes());
      return new Counter(Integer.parseInt(text), object.headers().get("ETag"));
    }
  }

  private String put(String key, String text, Map<String, String> conditions) throws Exception {
    byte[] bytes = text.getBytes();
    return client
        .putObject(
            PutObjectArgs.builder()
                .bucket("bucket")
                .object(key)
                .data(bytes, bytes.length)
                .extraHeaders(conditions)
                .build())
        .etag();
  }

  private void putMultipart(String key, Map<String, String> conditions) throws Exception {
    byte[] bytes = new byte[6 * 1024 * 1024];
    client.putObject(
        PutObjectArgs.builder().bucket("bucket").object(key).stream(
                new ByteArrayInputStream(bytes), -1L, 5L * 1024 * 1024)
            .extraHeaders(conditions)
            .build());
  }
}
