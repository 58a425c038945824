package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PrepareSettings;
import io.heddle.ingress.reach.Programs;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.ReadStep;
import io.heddle.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push is told about a transaction whose end fails in a way that no broker does at will. */
class PushWriterTest {
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  @TempDir Path folder;

  @Test
  void aCommitWithoutAnswerIsUnknown() {
    producer.commitTransactionException = new TimeoutException("no answer within 60000 ms");

    assertThatThrownBy(this::push)
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.detail().status()).isEqualTo(503))
        .hasMessageContaining("did not tell whether");
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void aCommitThatFailsStoresNothing() {
    producer.commitTransactionException = new KafkaException("aborted");

    assertThatThrownBy(this::push).hasMessageContaining("cannot be stored");
  }

  private void push() throws Exception {
    PushDefinition source =
        new PushDefinition(
            new ReadStep.NdJson(null, null, null, null, null),
            List.of(),
            new MergeStrategy.Append(),
            null);
    try (BufferAllocator allocator = new RootAllocator();
        PushWriter writer = new PushWriter(number -> producer, 1, Duration.ofSeconds(1))) {
      PushDocuments.Read read =
          new PushDocuments(
                  new Preparation(
                      new PrepareSettings(1 << 20, 200, 100, Duration.ofSeconds(20)),
                      new Programs(List.of(), Map.of())),
                  Readers.standard(),
                  new ReadContext(allocator, 2, 1000, 1000))
              .read(
                  PushBody.receive(
                      new ByteArrayInputStream("{\"n\":1}\n".getBytes(UTF_8)),
                      null,
                      null,
                      1 << 20,
                      folder.resolve("body")),
                  source,
                  null,
                  folder);
      writer.write("topic", 1, true, new PushWriter.Body("a", read, false, Instant.EPOCH, null));
    }
  }
}
