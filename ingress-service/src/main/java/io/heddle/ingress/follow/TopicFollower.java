package io.heddle.ingress.follow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of some topics on a thread of its own, and hands over each record.
 *
 * <p>The start is a position that is taken once and explicitly. {@code auto.offset.reset} would
 * take it again whenever a position is lost, and with {@code latest} skip what somebody waits for,
 * so the consumer has to be configured with {@code none}: a lost position is an error in the log,
 * and the reading goes on with the oldest record there is.
 */
public final class TopicFollower implements AutoCloseable {
  /** Where the reading starts. */
  public enum Start {
    /** With the oldest record; started once the end as of the start is reached. */
    BEGINNING,
    /** With what is written after the start. */
    END
  }

  /** Takes the records; called on the follower's thread only. */
  @FunctionalInterface
  public interface Handler {
    void accept(ConsumerRecord<byte[], byte[]> record);
  }

  private static final Logger log = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long CLOSE_SECONDS = 10;

  private final Consumer<byte[], byte[]> consumer;
  private final List<String> topics;
  private final Start start;
  private final Handler handler;
  private final Thread thread;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile boolean closing;
  private volatile long lastPoll = System.nanoTime();

  /**
   * @param consumer reads committed, has no group and no reset of positions; closed by this object
   */
  public TopicFollower(
      Consumer<byte[], byte[]> consumer, List<String> topics, Start start, Handler handler) {
    this.consumer = consumer;
    this.topics = List.copyOf(topics);
    this.start = start;
    this.handler = handler;
    this.thread = new Thread(this::run, "follow-" + String.join("-", topics));
    this.thread.setDaemon(true);
  }

  /**
   * Starts reading and waits until the start is reached.
   *
   * @throws IllegalStateException when it is not reached within {@code patience}
   */
  public void start(Duration patience) throws InterruptedException {
    thread.start();
    if (!started.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("%s cannot be read within %s".formatted(topics, patience));
    }
  }

  public boolean isStarted() {
    return started.getCount() == 0;
  }

  /** How long ago the topics were looked at; grows without end when the reading has stopped. */
  public Duration sinceLastPoll() {
    return Duration.ofNanos(System.nanoTime() - lastPoll);
  }

  private void run() {
    try (consumer) {
      List<TopicPartition> partitions = assignAll();
      Map<TopicPartition, Long> ends = Map.of();
      if (start == Start.END) {
        consumer.seekToEnd(partitions);
        // Seeking is lazy; asking for the positions makes sure that they are taken now.
        partitions.forEach(consumer::position);
      } else {
        consumer.seekToBeginning(partitions);
        ends = consumer.endOffsets(partitions);
      }
      while (!closing) {
        if (!isStarted() && reached(ends)) {
          started.countDown();
        }
        poll();
      }
    } catch (WakeupException | InterruptException e) {
      if (!closing) {
        log.error("Reading of topics={} was stopped from outside", topics, e);
      }
    } catch (RuntimeException e) {
      log.error("Reading of topics={} has stopped; the process has to be restarted", topics, e);
    }
  }

  private List<TopicPartition> assignAll() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      for (PartitionInfo info : consumer.partitionsFor(topic)) {
        partitions.add(new TopicPartition(topic, info.partition()));
      }
    }
    consumer.assign(partitions);
    return partitions;
  }

  private boolean reached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void poll() {
    try {
      consumer.poll(POLL).forEach(this::handle);
      lastPoll = System.nanoTime();
    } catch (OffsetOutOfRangeException e) {
      log.error("Records of topics={} were deleted before they were read", topics, e);
      consumer.seekToBeginning(e.offsetOutOfRangePartitions().keySet());
    } catch (RetriableException e) {
      log.warn("Topics={} cannot be read at the moment", topics, e);
    }
  }

  /** A record that cannot be handled keeps nobody from those after it, nor from the next start. */
  private void handle(ConsumerRecord<byte[], byte[]> record) {
    try {
      handler.accept(record);
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (RuntimeException e) {
      log.error(
          "Record cannot be handled topic={} partition={} offset={}",
          record.topic(),
          record.partition(),
          record.offset(),
          e);
    }
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
