package io.heddle.ingress.service;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions of the requests are this process's, and since when: a task that another process
 * took over is stopped here, and what this process offers carries the generation of its consumer
 * group, which grows with each change of hands. Called on the thread that polls.
 */
@ApplicationScoped
@Identifier(IngestRequests.CHANNEL) // how the channel finds it
public class RequestOwnership implements KafkaConsumerRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(RequestOwnership.class);

  private final IngressService service;
  private volatile long epoch;

  RequestOwnership(IngressService service) {
    this.service = service;
  }

  /** Greater than that of any process that had one of the partitions before. */
  long epoch() {
    return epoch;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    epoch = consumer.groupMetadata().generationId();
    log.info("Requests are taken over partitions={} epoch={}", partitions, epoch);
  }

  @Override
  public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    leave(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    leave(partitions);
  }

  private void leave(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> service.runner().leave(partition.partition()));
  }
}
