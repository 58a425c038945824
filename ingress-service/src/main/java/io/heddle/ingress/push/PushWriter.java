package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.MessageHeaders;
import io.heddle.message.PushHeaders;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Puts the documents of one body into the topic, all or none: each body is a transaction of its
 * own, on one of a few producers. Safe for use by several threads.
 */
public final class PushWriter implements AutoCloseable {
  /** Where the documents lie. */
  record Stored(int partition, long firstOffset, long lastOffset) {}

  /**
   * What goes into the topic.
   *
   * @param id names the body in its messages
   * @param empty whether it is an export without any record, which is a message too
   * @param time of the messages
   */
  record Body(
      String id,
      PushDocuments.Read documents,
      boolean empty,
      Instant time,
      @Nullable String eventTime) {}

  private final IntFunction<Producer<byte[], byte[]>> producers;
  private final Queue<Producer<byte[], byte[]>> idle = new ConcurrentLinkedQueue<>();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicLong pushes = new AtomicLong();
  private final Semaphore turns;
  private final Duration patience;

  /**
   * @param producers makes the transactional producer of a number, each time another one
   * @param atOnce so many bodies are written at the same time
   * @param patience how long a body waits for its turn
   */
  public PushWriter(
      IntFunction<Producer<byte[], byte[]>> producers, int atOnce, Duration patience) {
    this.producers = producers;
    this.turns = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  /**
   * Returns once all in-sync replicas have the documents.
   *
   * @param partitions of the topic; the body goes into one of them, which keeps its order
   * @param inOrder whether bodies are kept in order, too, which one partition does
   * @throws ProblemException when they cannot be stored; none of them is there then, unless it says
   *     that this is unknown
   */
  Stored write(String topic, int partitions, boolean inOrder, Body body)
      throws IOException, InterruptedException {
    if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new ProblemException(
          Problem.UPSTREAM_UNAVAILABLE,
          "the broker takes so long for other pushes that this one had no turn; try again later");
    }
    try {
      int partition = inOrder ? 0 : (int) (pushes.getAndIncrement() % partitions);
      return write(topic, partition, body);
    } finally {
      turns.release();
    }
  }

  private Stored write(String topic, int partition, Body body)
      throws IOException, InterruptedException {
    Producer<byte[], byte[]> producer = idle.poll();
    boolean usable = false;
    try {
      if (producer == null) {
        producer = producers.apply(made.getAndIncrement());
        producer.initTransactions();
      }
      producer.beginTransaction();
      Stored stored = send(producer, topic, partition, body);
      commit(producer);
      usable = true;
      return stored;
    } catch (KafkaException e) {
      throw new ProblemException(
          Problem.UPSTREAM_UNAVAILABLE, "the records cannot be stored: " + e.getMessage());
    } finally {
      // One whose transaction failed is given up; closing it aborts what was open.
      if (usable) {
        idle.add(producer);
      } else if (producer != null) {
        producer.close(Duration.ZERO);
      }
    }
  }

  private static void commit(Producer<byte[], byte[]> producer) {
    try {
      producer.commitTransaction();
    } catch (TimeoutException | InterruptException e) {
      throw new ProblemException(
          Problem.UPSTREAM_UNAVAILABLE,
          "the broker did not tell whether the records are stored; they may be, so a repetition may"
              + " store them twice: "
              + e.getMessage());
    }
  }

  private static Stored send(
      Producer<byte[], byte[]> producer, String topic, int partition, Body body)
      throws IOException, InterruptedException {
    Sent sent = new Sent();
    long documents = body.empty() ? 1 : body.documents().documents();
    PushDocuments.Sink sink =
        document -> {
          boolean last = sent.count + 1 == documents;
          sent.add(
              producer.send(
                  new ProducerRecord<>(
                      topic,
                      partition,
                      body.time().toEpochMilli(),
                      null,
                      document,
                      headers(body, last, documents))));
        };
    if (body.empty()) {
      sink.accept(new byte[0]);
    } else {
      body.documents().forEach(sink);
    }
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

  private static RecordHeaders headers(Body body, boolean last, long documents) {
    RecordHeaders headers = new RecordHeaders();
    String contentType = body.documents().contentType();
    if (contentType != null && !body.empty()) {
      headers.add(MessageHeaders.CONTENT_TYPE, contentType.getBytes(UTF_8));
    }
    if (body.eventTime() != null) {
      headers.add(PushHeaders.EVENT_TIME, body.eventTime().getBytes(UTF_8));
    }
    headers.add(PushHeaders.BODY, body.id().getBytes(UTF_8));
    if (last) {
      String count = Long.toString(body.empty() ? 0 : documents);
      headers.add(PushHeaders.BODY_END, count.getBytes(UTF_8));
    }
    return headers;
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
      if (first == null || last == null) {
        throw new IllegalStateException("a body without a message");
      }
      return new Stored(partition, first.get().offset(), last.get().offset());
    }
  }

  @Override
  public void close() {
    Producer<byte[], byte[]> producer;
    while ((producer = idle.poll()) != null) {
      producer.close();
    }
  }
}
