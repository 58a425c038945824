package io.heddle.testing;

import io.heddle.kafka.TopicLayout;
import io.heddle.local.S3Keys;
import java.security.SecureRandom;
import org.testcontainers.containers.MinIOContainer;
import org.testcontainers.kafka.KafkaContainer;

/** Kafka and MinIO in containers; Testcontainers removes them when the JVM ends. */
final class ContainerServices {
  private static final String KAFKA_IMAGE = "apache/kafka:4.1.1";
  private static final String MINIO_IMAGE = "minio/minio:RELEASE.2025-09-07T16-13-09Z";

  private ContainerServices() {}

  @SuppressWarnings("resource") // They live as long as the JVM.
  static BackingServices start() {
    S3Keys keys = S3Keys.random(new SecureRandom());
    var kafka =
        new KafkaContainer(KAFKA_IMAGE)
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_MESSAGE_MAX_BYTES", Integer.toString(TopicLayout.MAX_MESSAGE_BYTES))
            .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
    var minio =
        new MinIOContainer(MINIO_IMAGE)
            .withUserName(keys.accessKey())
            .withPassword(keys.secretKey());
    kafka.start();
    minio.start();
    return new BackingServices("containers", kafka.getBootstrapServers(), minio.getS3URL(), keys);
  }
}
