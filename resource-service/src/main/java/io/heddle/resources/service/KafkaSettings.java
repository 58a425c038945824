package io.heddle.resources.service;

import io.heddle.kafka.TopicLayout;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;

/** How this service talks to Kafka. */
final class KafkaSettings {
  private static final int FETCH_BYTES = 2 * TopicLayout.MAX_MESSAGE_BYTES;

  private final Map<String, Object> broker;

  /**
   * @param broker the {@code kafka.*} configuration
   */
  KafkaSettings(Map<String, Object> broker) {
    Map<String, Object> known = new HashMap<>(broker);
    // Quarkus names a group for everybody; the consumer here has none.
    known.remove(CommonClientConfigs.GROUP_ID_CONFIG);
    this.broker = known;
  }

  Map<String, Object> admin() {
    return of(AdminClientConfig.configNames());
  }

  private Map<String, Object> of(Set<String> names) {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.keySet().retainAll(names);
    return settings;
  }

  Map<String, Object> viewConsumer() {
    Map<String, Object> settings = of(ConsumerConfig.configNames());
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    return settings;
  }

  Map<String, Object> commandProducer() {
    Map<String, Object> settings = of(ProducerConfig.configNames());
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    return settings;
  }

  Properties streams(Topics topics, Path dataDir) {
    Properties settings = new Properties();
    settings.putAll(broker);
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, topics.prefix() + "resource-service");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, dataDir.resolve("streams").toString());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    // Each commit ends a transaction, and an answer waits for it.
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 50);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    // After a crash the tasks move on once the session is over.
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
    settings.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), FETCH_BYTES);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        TopicLayout.MAX_MESSAGE_BYTES);
    return settings;
  }
}
