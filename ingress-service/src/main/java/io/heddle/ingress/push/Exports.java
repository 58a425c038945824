package io.heddle.ingress.push;

import io.heddle.message.PushHeaders;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Finds the exports in a push topic: bodies whose messages carry an id, the last one saying so, and
 * messages without an id, which are whole documents.
 *
 * <p>They are taken in the order of their first messages, as a position says what was taken. Of
 * several partitions the export that was complete first comes first.
 */
public final class Exports {
  /** What stands next in the topic. */
  public sealed interface Found {
    /** A whole export. */
    record Whole(Export export) implements Found {}

    /** Messages that are no whole export and never will be. */
    record Broken(Export part, Failure failure) implements Found {}

    /** The next export is not complete yet. */
    record Waiting(String reason) implements Found {}

    record Nothing() implements Found {}
  }

  /**
   * @param body the id of its messages; null: it is one message
   * @param lastOffset of its last message
   * @param messages how many they are
   * @param completed the time of its last message
   * @param after the positions with this export taken
   */
  public record Export(
      int partition,
      @Nullable String body,
      long firstOffset,
      long lastOffset,
      long messages,
      Instant completed,
      TopicPositions after) {}

  private final Consumer<byte[], byte[]> consumer;
  private final PushRange range;
  private final Instant now;
  private final Duration patience;
  private final long maxRecords;

  /**
   * @param patience how long after its last message an incomplete export is waited for
   * @param maxRecords the most messages of an export
   */
  public Exports(
      Consumer<byte[], byte[]> consumer,
      PushRange range,
      Instant now,
      Duration patience,
      long maxRecords) {
    this.consumer = consumer;
    this.range = range;
    this.now = now;
    this.patience = patience;
    this.maxRecords = maxRecords;
  }

  /** The export to be taken next. */
  public Found next() {
    Found best = new Found.Nothing();
    for (int partition : range.end().keySet()) {
      Found found = nextOf(partition);
      best = isBefore(found, best) ? found : best;
    }
    return best;
  }

  private static boolean isBefore(Found one, Found other) {
    Optional<Instant> time = completed(one);
    Optional<Instant> otherTime = completed(other);
    if (time.isPresent() && otherTime.isPresent()) {
      return time.get().isBefore(otherTime.get());
    }
    return time.isPresent()
        || otherTime.isEmpty() && other instanceof Found.Nothing && one instanceof Found.Waiting;
  }

  private static Optional<Instant> completed(Found found) {
    return switch (found) {
      case Found.Whole(var export) -> Optional.of(export.completed());
      case Found.Broken(var part, var failure) -> Optional.of(part.completed());
      case Found.Waiting ignored -> Optional.empty();
      case Found.Nothing ignored -> Optional.empty();
    };
  }

  /** The messages of an export. */
  public PushedDocuments documents(Export export) {
    return new PushedDocuments(
        consumer,
        range.part(export.partition(), export.firstOffset(), export.lastOffset() + 1),
        record -> Objects.equals(export.body(), PushedDocuments.bodyOf(record)),
        Long.MAX_VALUE);
  }

  private Found nextOf(int partition) {
    SortedMap<Integer, Long> start = new TreeMap<>();
    long first = range.start().next().getOrDefault(partition, 0L);
    start.put(partition, first);
    SortedMap<Integer, Long> end = new TreeMap<>();
    end.put(partition, range.end().getOrDefault(partition, first));
    PushedDocuments documents =
        new PushedDocuments(
            consumer,
            new PushRange(
                range.topic(),
                new TopicPositions(range.start().topicId(), start, range.start().taken()),
                end),
            Long.MAX_VALUE);
    ConsumerRecord<byte[], byte[]> message = documents.next();
    if (message == null) {
      return new Found.Nothing();
    }
    Scan scan = new Scan(message);
    while (!scan.ended && (message = documents.next()) != null) {
      scan.see(message);
    }
    return scan.found();
  }

  /** One export's messages among those of others. */
  private final class Scan {
    private final int partition;
    private final @Nullable String body;
    private final long firstOffset;
    private long lastOffset;
    private long otherOffset = -1;
    private long messages;
    private Instant last = Instant.EPOCH;
    private boolean ended;
    private @Nullable Failure failure;

    Scan(ConsumerRecord<byte[], byte[]> first) {
      this.partition = first.partition();
      this.body = PushedDocuments.bodyOf(first);
      this.firstOffset = first.offset();
      add(first);
    }

    void see(ConsumerRecord<byte[], byte[]> message) {
      if (body != null && body.equals(PushedDocuments.bodyOf(message))) {
        add(message);
      } else if (otherOffset < 0) {
        otherOffset = message.offset();
      }
    }

    private void add(ConsumerRecord<byte[], byte[]> message) {
      messages++;
      lastOffset = message.offset();
      Instant time = Instant.ofEpochMilli(message.timestamp());
      last = time.isAfter(last) ? time : last;
      String end = PushedDocuments.header(message, PushHeaders.BODY_END);
      ended = body == null || end != null;
      if (body != null && end != null) {
        checkCount(end);
      }
    }

    /** What is left of a body whose first messages were taken otherwise is not the whole of it. */
    private void checkCount(String end) {
      if (end.matches("\\d{1,18}") && Math.max(1, Long.parseLong(end)) != messages) {
        failure =
            new Failure(
                FailureKind.ReadError,
                "the export has %s messages, and %d of them are here; a part is not taken for the"
                        .formatted(end, messages)
                    + " whole");
      } else if (messages > maxRecords) {
        failure =
            new Failure(
                FailureKind.LimitExceeded,
                "the export has %d records; one may have %d (heddle.tasks.max-push-records)"
                    .formatted(messages, maxRecords));
      }
    }

    Found found() {
      if (!ended) {
        if (now.isBefore(last.plus(patience))) {
          return new Found.Waiting(
              "the export %s is not complete: %d of its messages have come, and its end has not"
                  .formatted(body, messages));
        }
        failure =
            new Failure(
                FailureKind.ReadError,
                "the export was never completed: %d of its messages came, the last one at %s"
                    .formatted(messages, last));
      }
      return failure == null ? new Found.Whole(export()) : new Found.Broken(export(), failure);
    }

    private Export export() {
      SortedMap<Integer, Long> next = new TreeMap<>(range.start().next());
      next.put(partition, otherOffset < 0 ? lastOffset + 1 : Math.min(otherOffset, lastOffset + 1));
      SortedMap<String, TopicPositions.Taken> taken = new TreeMap<>(range.start().taken());
      if (body != null) {
        taken.put(body, new TopicPositions.Taken(partition, lastOffset));
      }
      return new Export(
          partition,
          body,
          firstOffset,
          lastOffset,
          messages,
          last,
          new TopicPositions(range.start().topicId(), next, taken));
    }
  }
}
