package io.heddle.system;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageHeaders;
import io.heddle.message.MessageKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The messages of a topic from now on, as soon as they are written: transactions may be open. */
final class Traffic implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final KafkaConsumer<String, byte[]> consumer;
  private final String topic;
  private final Deque<ConsumerRecord<String, byte[]>> unseen = new ArrayDeque<>();

  Traffic(String topic) {
    this.topic = topic;
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", SharedStack.get().bootstrapServers()),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  /** Waits for the next message of a kind. */
  ConsumerRecord<String, byte[]> await(MessageKind kind) {
    return await(record -> isOf(record, kind), 1);
  }

  /** Waits for the next messages of a kind with a key; gives the last of them. */
  ConsumerRecord<String, byte[]> await(String key, MessageKind kind, int count) {
    return await(record -> isOf(record, kind) && key.equals(record.key()), count);
  }

  private static boolean isOf(ConsumerRecord<String, byte[]> record, MessageKind kind) {
    String type = KafkaRecords.toTexts(record.headers()).get(MessageHeaders.TYPE);
    return kind.ceType().equals(type);
  }

  private ConsumerRecord<String, byte[]> await(
      Predicate<ConsumerRecord<String, byte[]>> wanted, int count) {
    long deadline = System.nanoTime() + ExportedDataset.PATIENCE.toNanos();
    int found = 0;
    while (System.nanoTime() < deadline) {
      while (!unseen.isEmpty()) {
        ConsumerRecord<String, byte[]> record = unseen.removeFirst();
        if (wanted.test(record) && ++found == count) {
          return record;
        }
      }
      consumer.poll(POLL).forEach(unseen::addLast);
    }
    throw new AssertionError(
        "only %d of %d messages came on %s within %s"
            .formatted(found, count, topic, ExportedDataset.PATIENCE));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
