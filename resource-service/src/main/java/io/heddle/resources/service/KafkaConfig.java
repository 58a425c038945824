package io.heddle.resources.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithName;

/** The Kafka cluster. */
@ConfigMapping(prefix = "kafka")
public interface KafkaConfig {
  /** Addresses of brokers, {@code host:port} with commas between. */
  @WithName("bootstrap.servers")
  String bootstrapServers();
}
