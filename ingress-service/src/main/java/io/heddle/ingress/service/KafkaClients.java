package io.heddle.ingress.service;

import io.heddle.kafka.TopicLayout;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients as this service uses them, on top of the {@code kafka.*} configuration. */
@ApplicationScoped
public class KafkaClients {
  private static final int BATCH_BYTES = 512 * 1024;
  private static final int LINGER_MILLIS = 5;
  private static final long BUFFER_BYTES = 64L * 1024 * 1024;

  private final Map<String, Object> broker;
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;

  KafkaClients(@Identifier("default-kafka-broker") Map<String, Object> broker) {
    this.broker = known(broker);
    Map<String, Object> adminSettings = new HashMap<>(this.broker);
    adminSettings.keySet().retainAll(AdminClientConfig.configNames());
    this.admin = Admin.create(adminSettings);
    this.producer = new KafkaProducer<>(producerSettings());
  }

  private static Map<String, Object> known(Map<String, Object> broker) {
    Map<String, Object> settings = new HashMap<>(broker);
    // Quarkus names a group for everybody; the consumers here have none.
    settings.remove(CommonClientConfigs.GROUP_ID_CONFIG);
    return settings;
  }

  public Admin admin() {
    return admin;
  }

  /** The one producer of proposals, task events and dead letters. Keeps the order of each key. */
  public Producer<byte[], byte[]> producer() {
    return producer;
  }

  /** A producer of transactions of its own; the caller closes it. */
  public Producer<byte[], byte[]> transactionalProducer(String transactionalId) {
    Map<String, Object> settings = producerSettings();
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return new KafkaProducer<>(settings);
  }

  /**
   * A consumer without a group that reads committed records from positions it is given, and stops
   * at a lost one; the caller closes it.
   */
  public Consumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.keySet().retainAll(ConsumerConfig.configNames());
    settings.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    settings.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    return new KafkaConsumer<>(settings);
  }

  private Map<String, Object> producerSettings() {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.keySet().retainAll(ProducerConfig.configNames());
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    return settings;
  }

  @PreDestroy
  void close() {
    producer.close();
    admin.close();
  }
}
