package io.heddle.commit.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.commit.decision.Answers;
import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The topic that everybody learns from what happened to a chain. */
@ApplicationScoped
public class CommitsTopic implements Answers {
  private final Topics topics;
  private final MessageCodec codec;
  private final DurableSends sends;

  public CommitsTopic(Topics topics, MessageCodec codec, DurableSends sends) {
    this.topics = topics;
    this.codec = codec;
    this.sends = sends;
  }

  @Override
  public Optional<String> obstacleTo(CommitResult result) {
    try {
      WireMessage message = codec.encode(result);
      codec.decodeCommitResult(message.key(), message.headers(), message.value());
      return KafkaRecords.fits(message)
          ? Optional.empty()
          : Optional.of(
              "the announcement of the blocks has %d bytes and would not fit into a record of %d; split the events"
                  .formatted(message.value().length, TopicLayout.MAX_MESSAGE_BYTES));
    } catch (MessageException | IllegalStateException e) {
      return Optional.of("nobody could read the announcement of the blocks: " + e.getMessage());
    }
  }

  @Override
  public void announce(CommitResult result) throws InterruptedException {
    WireMessage message = codec.encode(result);
    sends.send(
        new ProducerRecord<>(
            topics.commits(),
            null,
            message.key().getBytes(UTF_8),
            message.value(),
            KafkaRecords.toHeaders(message.headers())));
  }
}
