package io.heddle.ingress.push;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * A few consumers for looks at topics, each used by one request at a time. Safe for use by several
 * threads.
 */
public final class ConsumerPool implements AutoCloseable {
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Deque<Consumer<byte[], byte[]>> idle = new ConcurrentLinkedDeque<>();
  private final Semaphore turns;
  private final Duration patience;

  /**
   * @param consumers gives new consumers, which read committed and have no group
   * @param patience how long a request waits for its turn
   */
  public ConsumerPool(Supplier<Consumer<byte[], byte[]>> consumers, int atOnce, Duration patience) {
    this.consumers = consumers;
    this.turns = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  /**
   * Looks at topics; {@code look} assigns what it reads.
   *
   * @throws ProblemException when the broker does not answer, or there was no turn
   */
  <T> T look(Function<Consumer<byte[], byte[]>, T> look) throws InterruptedException {
    if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw unavailable("other requests wait for the broker; try again later");
    }
    try {
      Consumer<byte[], byte[]> consumer = idle.poll();
      boolean usable = false;
      try {
        consumer = consumer == null ? consumers.get() : consumer;
        T found = look.apply(consumer);
        usable = true;
        return found;
      } catch (KafkaException e) {
        throw unavailable("the topic cannot be looked at: " + e.getMessage());
      } finally {
        if (usable) {
          idle.push(consumer);
        } else if (consumer != null) {
          consumer.close();
        }
      }
    } finally {
      turns.release();
    }
  }

  private static ProblemException unavailable(String why) {
    return new ProblemException(Problem.UPSTREAM_UNAVAILABLE, why);
  }

  @Override
  public void close() {
    Consumer<byte[], byte[]> consumer;
    while ((consumer = idle.poll()) != null) {
      consumer.close();
    }
  }
}
