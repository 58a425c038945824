package io.heddle.ingress.offer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageCodec;
import io.heddle.message.Proposal;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** Proposals as records of the changes topic. */
public final class KafkaProposals implements Proposals {
  private final Producer<byte[], byte[]> producer;
  private final MessageCodec codec;
  private final Topics topics;

  /**
   * @param producer keeps the order of records of one key, through retries too
   */
  public KafkaProposals(Producer<byte[], byte[]> producer, MessageCodec codec, Topics topics) {
    this.producer = producer;
    this.codec = codec;
    this.topics = topics;
  }

  @Override
  public CompletableFuture<Void> send(Proposal proposal) {
    WireMessage message = codec.encode(proposal);
    CompletableFuture<Void> sent = new CompletableFuture<>();
    try {
      producer.send(
          new ProducerRecord<>(
              topics.changes(),
              null,
              message.key().getBytes(UTF_8),
              message.value(),
              KafkaRecords.toHeaders(message.headers())),
          (metadata, failure) -> {
            if (failure == null) {
              sent.complete(null);
            } else {
              sent.completeExceptionally(translated(failure));
            }
          });
    } catch (KafkaException e) {
      sent.completeExceptionally(translated(e));
    }
    return sent;
  }

  private static Throwable translated(Exception failure) {
    return failure instanceof RecordTooLargeException
        ? new IngestException(
            FailureKind.LimitExceeded,
            "the broker does not take a message of this size: " + failure.getMessage(),
            failure)
        : failure;
  }
}
