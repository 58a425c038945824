package io.heddle.ingress.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageCodec;
import io.heddle.message.TaskEvent;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** The life of tasks as records of the task events topic. */
public final class KafkaTaskEvents implements TaskEvents {
  private final Producer<byte[], byte[]> producer;
  private final MessageCodec codec;
  private final Topics topics;

  public KafkaTaskEvents(Producer<byte[], byte[]> producer, MessageCodec codec, Topics topics) {
    this.producer = producer;
    this.codec = codec;
    this.topics = topics;
  }

  /** What is too large for the topic is told shorter: how a task ended has to be told. */
  private WireMessage encode(TaskEvent event) {
    WireMessage whole = codec.encode(event);
    return KafkaRecords.fits(whole) ? whole : codec.encode(event.shortened());
  }

  @Override
  public CompletableFuture<Void> publish(TaskEvent event) {
    WireMessage message = encode(event);
    CompletableFuture<Void> published = new CompletableFuture<>();
    try {
      producer.send(
          new ProducerRecord<>(
              topics.taskEvents(),
              null,
              message.key().getBytes(UTF_8),
              message.value(),
              KafkaRecords.toHeaders(message.headers())),
          (metadata, failure) -> {
            if (failure == null) {
              published.complete(null);
            } else {
              published.completeExceptionally(failure);
            }
          });
    } catch (KafkaException e) {
      published.completeExceptionally(e);
    }
    return published;
  }
}
