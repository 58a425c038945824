package io.heddle.ingress.push;

import io.heddle.ingress.push.PushedRows.Position;
import io.heddle.kafka.DeadLetters;
import io.heddle.message.Topics;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of one task: each message that is not taken becomes one, once, however often the
 * task has to repeat its ingestion. Not for several threads.
 */
public final class PushDeadLetters {
  private static final int UNDER_WAY = 1000;

  private final Producer<byte[], byte[]> producer;
  private final Topics topics;
  private final Set<Position> sent = new HashSet<>();

  public PushDeadLetters(Producer<byte[], byte[]> producer, Topics topics) {
    this.producer = producer;
    this.topics = topics;
  }

  /**
   * Sends those of some messages that are refused and were not sent before; returns once they are
   * stored.
   *
   * @param reasons null for a message that is not refused
   * @throws IngestException (Unreachable) when they cannot be stored
   */
  public void send(PushedDocuments messages, Function<Position, @Nullable Failure> reasons)
      throws InterruptedException {
    List<Future<RecordMetadata>> underWay = new ArrayList<>();
    ConsumerRecord<byte[], byte[]> message;
    while ((message = messages.next()) != null) {
      Position position = Position.of(message);
      Failure reason = reasons.apply(position);
      if (reason != null && sent.add(position)) {
        underWay.add(
            producer.send(DeadLetters.of(message, topics, reason.kind().name(), reason.message())));
        if (underWay.size() >= UNDER_WAY) {
          await(underWay);
        }
      }
    }
    await(underWay);
  }

  private static void await(List<Future<RecordMetadata>> underWay) throws InterruptedException {
    for (Future<RecordMetadata> letter : underWay) {
      try {
        letter.get();
      } catch (ExecutionException e) {
        throw new IngestException(
            FailureKind.Unreachable,
            "a record cannot be put to the dead letters: " + e.getMessage(),
            e);
      }
    }
    underWay.clear();
  }

  /** Forgets what lies behind the source state now, and cannot come again. */
  public void passed(TopicPositions state) {
    sent.removeIf(message -> state.isBehind(message.partition(), message.offset(), null));
  }
}
