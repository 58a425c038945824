package io.heddle.resources.writer;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.MessageKind;
import io.heddle.message.Reply;
import io.heddle.resources.reconcile.DatasetReconciler;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Passes on to the one writer what others say that concerns resources: every commit, every event of
 * a task, the replies to our own proposals, and what merge-service says of a dataset unasked.
 * Records stay as they are.
 */
final class FeedbackBridge implements Processor<String, byte[], String, byte[]> {
  /** Told to whoever it concerns, whatever was being asked. */
  private static final Set<String> UNASKED =
      Set.of(MessageKind.DATASET_BROKEN.ceType(), MessageKind.DATASET_MENDED.ceType());

  private final MessageCodec codec =
      new MessageCodec("heddle/resource-service", InstantSource.system());
  private @Nullable ProcessorContext<String, byte[]> context;

  @Override
  public void init(ProcessorContext<String, byte[]> context) {
    this.context = context;
  }

  @Override
  public void process(Record<String, byte[]> record) {
    if (context != null && concernsResources(record)) {
      context.forward(record);
    }
  }

  private boolean concernsResources(Record<String, byte[]> record) {
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    return switch (FeedbackKind.of(headers.getOrDefault(MessageHeaders.TYPE, ""))) {
      case COMMIT, TASK -> true;
      case REPLY -> isOfAllConcern(headers) || isOurs(record, headers);
      case UNKNOWN -> false;
    };
  }

  private static boolean isOfAllConcern(Map<String, String> headers) {
    return UNASKED.contains(headers.getOrDefault(MessageHeaders.TYPE, ""));
  }

  private boolean isOurs(Record<String, byte[]> record, Map<String, String> headers) {
    String request = headers.get(MessageHeaders.REQUEST);
    if (request != null) {
      return request.startsWith(DatasetReconciler.REQUEST_PREFIX);
    }
    try {
      Reply reply = codec.decodeReply(record.key(), headers, record.value());
      return reply.requestId().startsWith(DatasetReconciler.REQUEST_PREFIX);
    } catch (MessageException e) {
      // Whoever asked gets no answer from it either; the reader of the topic makes a dead letter.
      return false;
    }
  }
}
