package io.heddle.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.heddle.multiformats.DatasetId;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages of the contract to bytes and headers, and back.
 *
 * <p>Control messages are JSON. Batches of rows travel as they are, an Arrow IPC stream; what names
 * them stands in CloudEvents extension headers.
 */
public final class MessageCodec {
  private final String source;
  private final InstantSource clock;
  private final Supplier<String> ids;

  /**
   * @param source the {@code ce_source} of what is written: the service's name, for one {@code
   *     heddle/merge-service}
   */
  public MessageCodec(String source, InstantSource clock) {
    this(source, clock, () -> UUID.randomUUID().toString());
  }

  /**
   * @param ids gives each message its {@code ce_id}
   */
  public MessageCodec(String source, InstantSource clock, Supplier<String> ids) {
    this.source = source;
    this.clock = clock;
    this.ids = ids;
  }

  public WireMessage encode(IngestCommand command) {
    return json(command.dataset().toString(), (Record) command);
  }

  public WireMessage encode(Proposal proposal) {
    String key = proposal.dataset().toString();
    return switch (proposal) {
      case Proposal.IngestBatch batch ->
          arrow(
              key,
              batch,
              batch.arrow(),
              Map.of(MessageHeaders.BATCH, Integer.toString(batch.batchNumber())));
      case Proposal.IngestBegin begin -> json(key, begin);
      case Proposal.IngestEnd end -> json(key, end);
      case Proposal.IngestAbort abort -> json(key, abort);
      case Proposal.Metadata metadata -> json(key, metadata);
      case Proposal.Rebuild rebuild -> json(key, rebuild);
      case Proposal.Unlock unlock -> json(key, unlock);
    };
  }

  public WireMessage encode(Reply reply) {
    return json(reply.dataset().toString(), (Record) reply);
  }

  public WireMessage encode(CommitRequest request) {
    String key = request.dataset().toString();
    return switch (request) {
      case CommitRequest.SliceBatch batch ->
          arrow(
              key,
              batch,
              batch.arrow(),
              Map.of(
                  MessageHeaders.SLICE,
                  Integer.toString(batch.slice()),
                  MessageHeaders.BATCH,
                  Integer.toString(batch.batchNumber())));
      case CommitRequest.SliceBegin begin -> json(key, begin);
      case CommitRequest.SliceEnd end -> json(key, end);
      case CommitRequest.SliceAbort abort -> json(key, abort);
      case CommitRequest.AppendEvents append -> json(key, append);
      case CommitRequest.DecisionInquiry inquiry -> json(key, inquiry);
    };
  }

  public WireMessage encode(CommitResult result) {
    return json(result.dataset().toString(), (Record) result);
  }

  public WireMessage encode(TaskEvent event) {
    return json(event.taskId(), (Record) event);
  }

  public IngestCommand decodeIngestCommand(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    IngestCommand command = decode(IngestCommand.class, headers, value);
    requireKey(key, command.dataset().toString());
    return command;
  }

  public Proposal decodeProposal(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    Proposal proposal =
        kind(headers) == MessageKind.INGEST_BATCH
            ? new Proposal.IngestBatch(
                dataset(key),
                header(headers, MessageHeaders.REQUEST),
                number(headers, MessageHeaders.BATCH),
                present(value))
            : decode(Proposal.class, headers, value);
    requireKey(key, proposal.dataset().toString());
    return proposal;
  }

  public Reply decodeReply(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    Reply reply = decode(Reply.class, headers, value);
    requireKey(key, reply.dataset().toString());
    return reply;
  }

  public CommitRequest decodeCommitRequest(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    CommitRequest request =
        kind(headers) == MessageKind.SLICE_BATCH
            ? new CommitRequest.SliceBatch(
                dataset(key),
                header(headers, MessageHeaders.DECISION),
                number(headers, MessageHeaders.SLICE),
                number(headers, MessageHeaders.BATCH),
                present(value))
            : decode(CommitRequest.class, headers, value);
    requireKey(key, request.dataset().toString());
    return request;
  }

  public CommitResult decodeCommitResult(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    CommitResult result = decode(CommitResult.class, headers, value);
    requireKey(key, result.dataset().toString());
    return result;
  }

  public TaskEvent decodeTaskEvent(
      @Nullable String key, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    TaskEvent event = decode(TaskEvent.class, headers, value);
    requireKey(key, event.taskId());
    return event;
  }

  private WireMessage json(String key, Record message) {
    try {
      return new WireMessage(
          key,
          headers(key, message, MessageHeaders.JSON),
          MessageJson.MAPPER.writeValueAsBytes(message));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a message of the contract has no JSON form", e);
    }
  }

  private WireMessage arrow(String key, Record message, byte[] arrow, Map<String, String> names) {
    Map<String, String> headers = headers(key, message, MessageHeaders.ARROW_STREAM);
    headers.putAll(names);
    return new WireMessage(key, headers, arrow);
  }

  private Map<String, String> headers(String key, Record message, String contentType) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(MessageHeaders.SPEC_VERSION, "1.0");
    headers.put(MessageHeaders.ID, ids.get());
    headers.put(MessageHeaders.TYPE, MessageKind.of(message).ceType());
    headers.put(MessageHeaders.SOURCE, source);
    headers.put(MessageHeaders.SUBJECT, key);
    headers.put(MessageHeaders.TIME, clock.instant().toString());
    headers.put(MessageHeaders.CONTENT_TYPE, contentType);
    names(message, headers);
    return headers;
  }

  /** What a message belongs to, so that one whose value is unreadable can still be answered. */
  private static void names(Record message, Map<String, String> headers) {
    switch (message) {
      case Proposal proposal -> headers.put(MessageHeaders.REQUEST, proposal.requestId());
      case Reply reply -> headers.put(MessageHeaders.REQUEST, reply.requestId());
      case CommitRequest request -> headers.put(MessageHeaders.DECISION, request.decisionId());
      case CommitResult result -> {
        headers.put(MessageHeaders.REQUEST, result.requestId());
        headers.put(MessageHeaders.DECISION, result.decisionId());
      }
      default -> {}
    }
  }

  private static <T> T decode(
      Class<T> expected, Map<String, String> headers, byte @Nullable [] value)
      throws MessageException {
    MessageKind kind = kind(headers);
    if (!expected.isAssignableFrom(kind.type())) {
      throw new MessageException("%s does not belong on this topic".formatted(kind.ceType()));
    }
    try {
      Object message = MessageJson.MAPPER.readValue(present(value), kind.type());
      if (message == null) {
        throw new MessageException("%s is JSON null".formatted(kind.ceType()));
      }
      return expected.cast(message);
    } catch (IOException e) {
      throw new MessageException("%s is malformed: %s".formatted(kind.ceType(), e.getMessage()), e);
    }
  }

  private static MessageKind kind(Map<String, String> headers) throws MessageException {
    String ceType = header(headers, MessageHeaders.TYPE);
    return MessageKind.ofCeType(ceType)
        .orElseThrow(
            () -> new MessageException("unknown %s: %s".formatted(MessageHeaders.TYPE, ceType)));
  }

  private static String header(Map<String, String> headers, String name) throws MessageException {
    String value = headers.get(name);
    if (value == null) {
      throw new MessageException("the header %s is missing".formatted(name));
    }
    return value;
  }

  private static int number(Map<String, String> headers, String name) throws MessageException {
    String value = header(headers, name);
    try {
      return Integer.parseUnsignedInt(value);
    } catch (NumberFormatException e) {
      throw new MessageException("the header %s is no number: %s".formatted(name, value), e);
    }
  }

  private static byte[] present(byte @Nullable [] value) throws MessageException {
    if (value == null) {
      throw new MessageException("the record has no value");
    }
    return value;
  }

  private static DatasetId dataset(@Nullable String key) throws MessageException {
    try {
      return DatasetId.parse(Objects.requireNonNullElse(key, ""));
    } catch (IllegalArgumentException e) {
      throw new MessageException("the key is no dataset id: %s".formatted(key), e);
    }
  }

  private static void requireKey(@Nullable String key, String subject) throws MessageException {
    if (!subject.equals(key)) {
      throw new MessageException(
          "the key %s is not that of the message, %s".formatted(key, subject));
    }
  }
}
