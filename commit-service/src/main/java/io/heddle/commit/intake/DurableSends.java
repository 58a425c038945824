package io.heddle.commit.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
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
   * @throws InterruptedException when the service stops
   */
  public void send(ProducerRecord<byte[], byte[]> record) throws InterruptedException {
    while (true) {
      try {
        producer.send(record).get();
        return;
      } catch (ExecutionException | KafkaException e) {
        log.atWarn()
            .addKeyValue("topic", record.topic())
            .setCause(e)
            .log("A record could not be sent, trying again");
        Thread.sleep(PAUSE);
      }
    }
  }
}
