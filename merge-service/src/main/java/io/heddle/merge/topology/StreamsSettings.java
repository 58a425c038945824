package io.heddle.merge.topology;

import io.heddle.kafka.TopicLayout;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Settings of Kafka Streams for this topology.
 *
 * @param blockCacheBytes memory of all RocksDB stores of the process for reading
 * @param writeBufferBytes the same for writing
 */
public record StreamsSettings(
    int threads,
    int standbyReplicas,
    int replicationFactor,
    Duration commitInterval,
    Duration transactionTimeout,
    Duration sessionTimeout,
    long blockCacheBytes,
    long writeBufferBytes) {

  private static final int PRODUCER_BATCH_BYTES = 512 * 1024;
  private static final int PRODUCER_MEMORY_BYTES = 64 * 1024 * 1024;
  private static final int FETCH_BYTES = 16 * 1024 * 1024;
  private static final long INPUT_BUFFER_BYTES = 64L * 1024 * 1024;

  public StreamsSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("heddle.streams.threads must be at least 1");
    }
    if (standbyReplicas < 0) {
      throw new IllegalArgumentException("heddle.streams.standby-replicas must not be negative");
    }
  }

  /** Names the consumer group, the state topics and the folder below the state folder. */
  public static String applicationId(Topics topics) {
    return topics.prefix() + "merge";
  }

  /**
   * @param broker how to reach the broker
   * @param stateFolder for this instance only
   */
  public Properties properties(Map<String, Object> broker, Topics topics, Path stateFolder) {
    Properties properties = new Properties();
    properties.putAll(broker);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(topics));
    properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbyReplicas);
    properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicationFactor);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval.toMillis());
    properties.put(StreamsConfig.POLL_MS_CONFIG, 25L);
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
    properties.put("input.buffer.max.bytes", INPUT_BUFFER_BYTES);
    properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
    properties.put(BoundedRocksDb.BLOCK_CACHE_BYTES, blockCacheBytes);
    properties.put(BoundedRocksDb.WRITE_BUFFER_BYTES, writeBufferBytes);

    // The producer carries the changelogs as well.
    producer(properties, ProducerConfig.LINGER_MS_CONFIG, 20);
    producer(properties, ProducerConfig.BATCH_SIZE_CONFIG, PRODUCER_BATCH_BYTES);
    producer(properties, ProducerConfig.BUFFER_MEMORY_CONFIG, PRODUCER_MEMORY_BYTES);
    producer(properties, ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    producer(properties, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    producer(
        properties,
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(transactionTimeout.toMillis()));

    consumer(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 64);
    consumer(properties, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    consumer(
        properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    consumer(
        properties,
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        Math.toIntExact(sessionTimeout.toMillis()));
    consumer(
        properties,
        ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
        Math.toIntExact(sessionTimeout.toMillis() / 3));
    properties.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        TopicLayout.MAX_MESSAGE_BYTES);
    return properties;
  }

  private static void producer(Properties properties, String name, Object value) {
    properties.put(StreamsConfig.producerPrefix(name), value);
  }

  private static void consumer(Properties properties, String name, Object value) {
    properties.put(StreamsConfig.consumerPrefix(name), value);
  }
}
