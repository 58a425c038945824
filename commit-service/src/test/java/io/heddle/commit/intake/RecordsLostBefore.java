package io.heddle.commit.intake;

import io.heddle.message.Topics;
import io.heddle.testing.BackingServices;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Before the service starts, records were deleted that its group had still to read. */
public final class RecordsLostBefore implements QuarkusTestResourceLifecycleManager {
  static final int COUNT = 3;

  private static final String GROUP = "heddle-commit";
  private static final TopicPartition PARTITION =
      new TopicPartition(Topics.DEFAULT.commitRequests(), 0);

  /** After the topics are there. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    Map<String, Object> broker =
        Map.of("bootstrap.servers", BackingServices.shared().bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(broker, new ByteArraySerializer(), new ByteArraySerializer());
        Admin admin = Admin.create(broker)) {
      long first = send(producer);
      for (int i = 1; i < COUNT; i++) {
        send(producer);
      }
      admin
          .alterConsumerGroupOffsets(GROUP, Map.of(PARTITION, new OffsetAndMetadata(first)))
          .all()
          .get();
      admin
          .deleteRecords(Map.of(PARTITION, RecordsToDelete.beforeOffset(first + COUNT)))
          .all()
          .get();
      return Map.of();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long send(KafkaProducer<byte[], byte[]> producer)
      throws ExecutionException, InterruptedException {
    byte[] value = {1};
    return producer
        .send(new ProducerRecord<>(PARTITION.topic(), PARTITION.partition(), new byte[] {1}, value))
        .get()
        .offset();
  }

  @Override
  public void stop() {
    // What was lost stays lost.
  }
}
