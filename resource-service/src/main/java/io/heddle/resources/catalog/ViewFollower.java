package io.heddle.resources.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.Topics;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.UuidText;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.WriterJson;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every resource from the beginning of its topic, and the outcomes of commands from now on,
 * on a thread of its own and for as long as the service runs.
 */
public final class ViewFollower implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ViewFollower.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Map<String, Object> settings;
  private final Topics topics;
  private final ResourceView view;
  private final Consumer<CommandOutcome> outcomes;
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Thread thread;
  private volatile boolean running = true;
  private volatile boolean caughtUp;

  /**
   * @param settings of the consumer: where the brokers are
   * @param outcomes is told each outcome, on the reading thread
   */
  public ViewFollower(
      Map<String, Object> settings,
      Topics topics,
      ResourceView view,
      Consumer<CommandOutcome> outcomes) {
    this.settings = Map.copyOf(settings);
    this.topics = topics;
    this.view = view;
    this.outcomes = outcomes;
    this.thread = Thread.ofPlatform().name("resource-view").daemon().unstarted(this::follow);
  }

  public void start() {
    thread.start();
  }

  /** Whether everything that was there at the start has been read. */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  public boolean isAlive() {
    return thread.isAlive();
  }

  private void follow() {
    while (running) {
      try (var consumer = new KafkaConsumer<byte[], byte[]>(settings)) {
        read(consumer);
      } catch (WakeupException | InterruptException e) {
        log.debug("The view stops following", e);
      } catch (KafkaException e) {
        log.warn("The view cannot be read; it is tried again", e);
        pause();
      }
    }
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer) {
    List<TopicPartition> forms = partitions(consumer, topics.resources());
    List<TopicPartition> answers = partitions(consumer, topics.resourceOutcomes());
    consumer.assign(Stream.concat(forms.stream(), answers.stream()).toList());
    if (positions.isEmpty()) {
      consumer.seekToBeginning(forms);
      consumer.seekToEnd(answers);
      // Positions are looked up now: an outcome that comes from here on must not be missed.
      answers.forEach(partition -> positions.put(partition, consumer.position(partition)));
    } else {
      positions.forEach(consumer::seek);
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(forms);
    while (running) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        accept(record);
      }
      consumer
          .assignment()
          .forEach(partition -> positions.put(partition, consumer.position(partition)));
      if (!caughtUp) {
        caughtUp =
            ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
      }
    }
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) {
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    try {
      if (record.topic().equals(topics.resourceOutcomes())) {
        if (record.value() != null) {
          outcomes.accept(WriterJson.read(record.value(), CommandOutcome.class));
        }
      } else if (UuidText.isUuid(key)) {
        Resource resource = record.value() == null ? null : ResourceJson.fromBytes(record.value());
        view.accept(
            UUID.fromString(key), resource, "r:" + record.partition() + "-" + record.offset());
      }
    } catch (RuntimeException e) {
      // Written by a newer version of this service; what it cannot show it does not know. Whatever
      // is wrong with one record, the others are followed.
      log.warn(
          "Record not understood topic={} key={} offset={}",
          record.topic(),
          key,
          record.offset(),
          e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    running = false;
    try {
      thread.join(POLL.plusSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
