package io.heddle.ingress.fetch;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * The compacted topic of source contents.
 *
 * @param producer waits for all replicas
 * @param patience how long the broker may take
 */
public record ContentTopic(Producer<byte[], byte[]> producer, String topic, Duration patience)
    implements ContentMemory.Writer {
  @Override
  public void write(byte[] key, byte[] value) throws InterruptedException {
    try {
      producer
          .send(new ProducerRecord<>(topic, key, value))
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (KafkaException | ExecutionException | TimeoutException e) {
      throw new IngestException(
          FailureKind.Unreachable,
          "what was fetched cannot be noted in %s; the next run fetches it anew".formatted(topic),
          e);
    }
  }
}
