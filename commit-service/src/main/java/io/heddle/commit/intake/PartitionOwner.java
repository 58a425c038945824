package io.heddle.commit.intake;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes partitions over, and lets them go. Called on the thread that polls; nothing here may fail,
 * as records would be read over then.
 */
@ApplicationScoped
@Identifier(CommitRequests.CHANNEL) // how the channel finds it
public class PartitionOwner implements KafkaConsumerRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(PartitionOwner.class);

  private final Assignments assignments;
  private final KafkaPositions positions;

  public PartitionOwner(Assignments assignments, KafkaPositions positions) {
    this.assignments = assignments;
    this.positions = positions;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> assignments.add(partition.partition()));
  }

  @Override
  public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
    Map<TopicPartition, OffsetAndMetadata> last = positions.takeFor(partitions);
    try {
      if (!last.isEmpty()) {
        consumer.commitSync(last);
      }
    } catch (KafkaException e) {
      log.debug("The last positions were not committed", e);
    }
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
    positions.takeFor(partitions);
  }

  private void release(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> assignments.remove(partition.partition()));
    positions.forget(partitions);
  }
}
