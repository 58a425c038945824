package io.heddle.ingress.offer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.ingress.follow.TopicFollower;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers records of the replies and commits topics to those who wait for them. Every process
 * reads all of both, from their end at its start: only answers to its own requests matter, and
 * those are sent later.
 */
public final class AnswerRecords implements TopicFollower.Handler {
  private static final Logger log = LoggerFactory.getLogger(AnswerRecords.class);

  private final MessageCodec codec;
  private final Topics topics;
  private final Answers answers;

  public AnswerRecords(MessageCodec codec, Topics topics, Answers answers) {
    this.codec = codec;
    this.topics = topics;
    this.answers = answers;
  }

  @Override
  public void accept(ConsumerRecord<byte[], byte[]> record) {
    String key = record.key() == null ? null : new String(record.key(), UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    try {
      answers.deliver(
          record.topic().equals(topics.replies())
              ? new Answer.Replied(codec.decodeReply(key, headers, record.value()))
              : new Answer.Decided(codec.decodeCommitResult(key, headers, record.value())));
    } catch (MessageException e) {
      // Every process sees the same record, so none of them makes it a dead letter.
      log.warn(
          "Answer not understood topic={} partition={} offset={}",
          record.topic(),
          record.partition(),
          record.offset(),
          e);
    }
  }
}
