package io.heddle.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The few questions that the topics' creation and check have for a broker. */
final class BrokerAdmin {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Admin admin;

  BrokerAdmin(Admin admin) {
    this.admin = admin;
  }

  /** Partition counts of those of the topics that exist. */
  Map<String, Integer> partitionCounts(Collection<String> topics) {
    Map<String, Integer> counts = new HashMap<>();
    admin
        .describeTopics(topics)
        .topicNameValues()
        .forEach(
            (name, description) -> {
              try {
                counts.put(name, await(description).partitions().size());
              } catch (UnknownTopicOrPartitionException absent) {
                // Absence is the answer here, not a failure.
              }
            });
    return counts;
  }

  /** The largest record that each of the topics takes, by the topic's own or the broker's word. */
  Map<String, Integer> maxMessageBytes(Set<String> topics) {
    var resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Integer> limits = new HashMap<>();
    await(admin.describeConfigs(resources).all())
        .forEach(
            (resource, config) ->
                limits.put(
                    resource.name(),
                    Integer.valueOf(config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value())));
    return limits;
  }

  /** The future's value; Kafka's own exception when it failed. */
  static <T> T await(KafkaFuture<T> future) {
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException cause) {
        throw cause;
      }
      throw new KafkaException("the broker's answer cannot be used", e.getCause());
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException(
          "the broker did not answer within " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
