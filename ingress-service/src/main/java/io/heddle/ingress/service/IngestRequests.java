package io.heddle.ingress.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.ingress.task.TaskRunner;
import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.IngestCancel;
import io.heddle.message.IngestCommand;
import io.heddle.message.IngestRequest;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes ingest requests from their topic. A request is acknowledged once its outcome is known, so
 * whatever happens to this process, it is delivered again; running it twice is safe.
 */
@ApplicationScoped
public class IngestRequests {
  static final String CHANNEL = "ingest-requests";

  private static final Logger log = LoggerFactory.getLogger(IngestRequests.class);

  private final IngressService service;
  private final KafkaClients kafka;
  private final RequestOwnership ownership;
  private final MessageCodec codec = new MessageCodec("heddle/ingress-service", Clock.systemUTC());
  private final int maxOpen;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicReference<@Nullable CompletableFuture<Void>> room = new AtomicReference<>();
  private volatile boolean broken;

  IngestRequests(
      IngressService service,
      KafkaClients kafka,
      @Identifier(CHANNEL) RequestOwnership ownership,
      TasksConfig config) {
    this.service = service;
    this.kafka = kafka;
    this.ownership = ownership;
    this.maxOpen = config.maxOpen();
  }

  /**
   * @return done when there is room for another request, which is before this one is
   */
  @Incoming(CHANNEL)
  @Acknowledgment(Acknowledgment.Strategy.MANUAL)
  public CompletionStage<Void> take(Message<byte[]> message) {
    ConsumerRecord<byte[], byte[]> record = recordOf(message);
    CompletableFuture<Void> handled;
    try {
      handled =
          switch (decode(record)) {
            case IngestRequest request ->
                service.runner().submit(request, ownership.delivery(record));
            case IngestCancel cancel -> cancel(cancel, record);
          };
    } catch (MessageException e) {
      log.warn(
          "Request not understood topic={} partition={} offset={} error=\"{}\"",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      handled = deadLetter(record, e);
    }
    open.incrementAndGet();
    handled
        .thenCompose(done -> message.ack())
        .whenComplete((done, failure) -> release(record, failure));
    return roomForMore();
  }

  /**
   * A cancel lies behind its request. If that is not open here, it is done or was lost, unless the
   * task was left to another process; this is asked last, since tasks are left after it is known.
   */
  private CompletableFuture<Void> cancel(
      IngestCancel cancel, ConsumerRecord<byte[], byte[]> record) {
    return service.runner().cancel(cancel) || service.isStopping() || !ownership.isOurs(record)
        ? CompletableFuture.completedFuture(null)
        : service.runner().tellCancelled(cancel);
  }

  /** Whether a request cannot be finished by this process any more. */
  public boolean isBroken() {
    return broken;
  }

  @SuppressWarnings("unchecked") // The channel's deserializers are those of bytes.
  private static ConsumerRecord<byte[], byte[]> recordOf(Message<byte[]> message) {
    return message.getMetadata(IncomingKafkaRecordMetadata.class).orElseThrow().getRecord();
  }

  private IngestCommand decode(ConsumerRecord<byte[], byte[]> record) throws MessageException {
    if (!KafkaRecords.isInPlace(record, service.datasetPartitions())) {
      throw new MessageException("the key does not belong into this partition");
    }
    return codec.decodeIngestCommand(
        new String(record.key(), UTF_8), KafkaRecords.toTexts(record.headers()), record.value());
  }

  private CompletableFuture<Void> deadLetter(
      ConsumerRecord<byte[], byte[]> record, MessageException reason) {
    CompletableFuture<Void> written = new CompletableFuture<>();
    kafka
        .producer()
        .send(
            DeadLetters.of(
                record, service.topics(), "malformed-message", String.valueOf(reason.getMessage())),
            (metadata, failure) -> {
              if (failure == null) {
                written.complete(null);
              } else {
                written.completeExceptionally(failure);
              }
            });
    return written;
  }

  private CompletionStage<Void> roomForMore() {
    CompletableFuture<Void> freed = new CompletableFuture<>();
    room.set(freed);
    if (open.get() < maxOpen) {
      freed.complete(null);
    }
    return freed;
  }

  private static boolean isLeft(Throwable failure) {
    return failure instanceof TaskRunner.LeftToOthersException
        || failure.getCause() instanceof TaskRunner.LeftToOthersException;
  }

  private void release(ConsumerRecord<byte[], byte[]> record, @Nullable Throwable failure) {
    if (failure != null && (service.isStopping() || isLeft(failure))) {
      log.info("Request is left to others topic={} offset={}", record.topic(), record.offset());
    } else if (failure != null) {
      // Not acknowledged: it is delivered again, to whoever has the partition after a restart.
      broken = true;
      log.error(
          "Request was not finished topic={} partition={} offset={}",
          record.topic(),
          record.partition(),
          record.offset(),
          failure);
    }
    open.decrementAndGet();
    CompletableFuture<Void> waiting = room.get();
    if (waiting != null) {
      waiting.complete(null);
    }
  }
}
