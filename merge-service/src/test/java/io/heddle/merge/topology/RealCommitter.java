package io.heddle.merge.topology;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.objectstore.ObjectStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Stands beside merge-service on a real broker: proposes, commits, listens. */
final class RealCommitter implements AutoCloseable {
  private final Topics topics;
  private final MessageCodec codec = new MessageCodec("test", InstantSource.system());
  private final TestCommitter committer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private volatile boolean closed;

  final List<Reply> replies = new CopyOnWriteArrayList<>();
  final List<CommitResult> results = new CopyOnWriteArrayList<>();

  RealCommitter(
      String bootstrapServers, Topics topics, ObjectStore bucket, BufferAllocator allocator) {
    this.topics = topics;
    this.committer = new TestCommitter(bucket, allocator);
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 * 1024 * 1024);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    Map<String, Object> reading = new HashMap<>();
    reading.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    reading.put(ConsumerConfig.GROUP_ID_CONFIG, topics.prefix() + "test");
    reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    reading.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 8 * 1024 * 1024);
    consumer =
        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topics.commitRequests(), topics.replies()));
    thread = Thread.ofPlatform().name("test-committer").start(this::run);
  }

  private void run() {
    while (!closed) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
        try {
          take(record);
        } catch (MessageException e) {
          throw new AssertionError(e);
        }
      }
    }
    consumer.close();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) throws MessageException {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    if (record.topic().equals(topics.replies())) {
      replies.add(codec.decodeReply(key, headers, record.value()));
      return;
    }
    CommitRequest request = codec.decodeCommitRequest(key, headers, record.value());
    committer
        .take(request)
        .ifPresent(
            result -> {
              send(topics.commits(), codec.encode(result));
              results.add(result);
            });
  }

  void send(Proposal proposal) {
    send(topics.changes(), codec.encode(proposal));
  }

  private void send(String topic, WireMessage message) {
    try {
      producer
          .send(
              new ProducerRecord<>(
                  topic,
                  null,
                  message.key().getBytes(StandardCharsets.UTF_8),
                  message.value(),
                  KafkaRecords.toHeaders(message.headers())))
          .get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  Optional<Reply> lastReply(String requestId) {
    return replies.reversed().stream()
        .filter(reply -> reply.requestId().equals(requestId))
        .findFirst();
  }

  boolean isCommitted(String requestId) {
    return results.stream()
        .anyMatch(
            result ->
                result instanceof CommitResult.Committed && result.requestId().equals(requestId));
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
    producer.close();
  }
}
