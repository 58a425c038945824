package io.heddle.commit.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends records, and comes back only when all in-sync replicas have them. */
@ApplicationScoped
public class DurableSends {
  private static final Logger log = LoggerFactory.getLogger(DurableSends.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Producer<byte[], byte[]> producer;

  public DurableSends(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * Sends until it has worked; a lost acknowledgement may leave the record there twice.
   *
   * @throws UnsendableException when no try will ever work, for one because it is too large
   * @throws InterruptedException when the service stops
   */
  public void send(ProducerRecord<byte[], byte[]> record) throws InterruptedException {
    while (true) {
      Throwable failure;
      try {
        producer.send(record).get();
        return;
      } catch (ExecutionException e) {
        failure = e.getCause() == null ? e : e.getCause();
      } catch (KafkaException e) {
        failure = e;
      }
      if (isPermanent(failure)) {
        throw new UnsendableException(record.topic(), failure);
      }
      log.atWarn()
          .addKeyValue("topic", record.topic())
          .setCause(failure)
          .log("A record could not be sent, trying again");
      Thread.sleep(PAUSE);
    }
  }

  private static boolean isPermanent(Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException
        || failure instanceof InvalidRecordException
        || failure instanceof SerializationException
        || failure instanceof InvalidTopicException;
  }
}
