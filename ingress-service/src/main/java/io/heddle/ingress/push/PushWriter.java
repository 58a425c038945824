package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.MessageHeaders;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Puts the documents of one push into the topic, all or none: each push is a transaction of its
 * own, on one of a few producers. Safe for use by several threads.
 */
public final class PushWriter implements AutoCloseable {
  /** Where the documents lie; without any document the offsets are -1. */
  record Stored(int partition, long firstOffset, long lastOffset, long documents) {}

  private final IntFunction<Producer<byte[], byte[]>> producers;
  private final BlockingQueue<Producer<byte[], byte[]>> idle = new LinkedBlockingQueue<>();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicLong pushes = new AtomicLong();
  private final int maxProducers;

  /**
   * @param producers makes the transactional producer of a number
   */
  public PushWriter(IntFunction<Producer<byte[], byte[]>> producers, int maxProducers) {
    this.producers = producers;
    this.maxProducers = maxProducers;
  }

  /** Returns once all in-sync replicas have the documents. */
  Stored write(
      String topic, int partitions, PushDocuments.Read documents, @Nullable String eventTime)
      throws IOException, InterruptedException {
    Producer<byte[], byte[]> producer = take();
    boolean usable = false;
    try {
      // One partition for the whole push keeps its order.
      int partition = (int) (pushes.getAndIncrement() % partitions);
      producer.beginTransaction();
      Stored stored = send(producer, topic, partition, documents, eventTime);
      producer.commitTransaction();
      usable = true;
      return stored;
    } catch (KafkaException e) {
      throw new ProblemException(
          Problem.UPSTREAM_UNAVAILABLE, "the records cannot be stored: " + e.getMessage());
    } finally {
      // A producer whose transaction failed is replaced; closing it aborts what was open.
      if (usable) {
        idle.add(producer);
      } else {
        made.decrementAndGet();
        producer.close(java.time.Duration.ZERO);
      }
    }
  }

  private static Stored send(
      Producer<byte[], byte[]> producer,
      String topic,
      int partition,
      PushDocuments.Read documents,
      @Nullable String eventTime)
      throws IOException, InterruptedException {
    Sent sent = new Sent();
    documents.forEach(
        (document, contentType) -> {
          RecordHeaders headers = new RecordHeaders();
          if (!contentType.isEmpty()) {
            headers.add(MessageHeaders.CONTENT_TYPE, contentType.getBytes(UTF_8));
          }
          if (eventTime != null) {
            headers.add(PushedRows.EVENT_TIME_HEADER, eventTime.getBytes(UTF_8));
          }
          sent.add(
              producer.send(new ProducerRecord<>(topic, partition, null, null, document, headers)));
        });
    producer.flush();
    try {
      return sent.stored(partition);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RecordTooLargeException) {
        throw new ProblemException(
            Problem.PAYLOAD_TOO_LARGE, "a record is too large: " + e.getCause().getMessage());
      }
      throw new KafkaException(e.getCause());
    }
  }

  /** The first and the last of the sent documents; those between follow by order. */
  private static final class Sent {
    private @Nullable Future<RecordMetadata> first;
    private @Nullable Future<RecordMetadata> last;
    private long count;

    void add(Future<RecordMetadata> next) {
      first = first == null ? next : first;
      last = next;
      count++;
    }

    Stored stored(int partition) throws ExecutionException, InterruptedException {
      return first == null || last == null
          ? new Stored(partition, -1, -1, 0)
          : new Stored(partition, first.get().offset(), last.get().offset(), count);
    }
  }

  private Producer<byte[], byte[]> take() throws InterruptedException {
    Producer<byte[], byte[]> producer = idle.poll();
    if (producer != null) {
      return producer;
    }
    if (made.incrementAndGet() <= maxProducers) {
      Producer<byte[], byte[]> created = producers.apply(made.get());
      created.initTransactions();
      return created;
    }
    made.decrementAndGet();
    return idle.take();
  }

  @Override
  public void close() {
    Producer<byte[], byte[]> producer;
    while ((producer = idle.poll()) != null) {
      producer.close();
    }
  }
}
