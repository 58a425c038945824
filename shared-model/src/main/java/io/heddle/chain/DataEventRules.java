package io.heddle.chain;

import static io.heddle.chain.ChainRules.none;
import static io.heddle.chain.ChainRules.violation;

import io.heddle.encoding.Rfc3339;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules 7 to 13 and 17: what holds for the events that add rows. */
final class DataEventRules {
  private DataEventRules() {}

  /** Not empty, and offsets that fit together. */
  static Optional<Violation> alone(DataEvent event) {
    boolean state = event instanceof AddData e && e.newSourceState() != null;
    if (event.newData() == null
        && event.newCheckpoint() == null
        && event.newWatermark() == null
        && !state) {
      return violation(ChainRule.DATA_EVENT_NOT_EMPTY, "the event is empty");
    }
    return event.newData() == null
        ? none()
        : interval(event.prevOffset(), event.newData().offsetInterval());
  }

  private static Optional<Violation> interval(@Nullable Long previous, OffsetInterval interval) {
    long expected = previous == null ? 0 : previous + 1;
    boolean exhausted = previous != null && expected == 0;
    if (interval.start() != expected || exhausted) {
      return Optional.of(
          Violation.differs(
              ChainRule.OFFSETS_SEQUENTIAL,
              "the first offset of the slice",
              Long.toUnsignedString(expected),
              Long.toUnsignedString(interval.start())));
    }
    return Long.compareUnsigned(interval.end(), interval.start()) < 0
        ? violation(
            ChainRule.OFFSET_INTERVAL,
            "the slice ends at offset %s, before its start %s"
                .formatted(
                    Long.toUnsignedString(interval.end()), Long.toUnsignedString(interval.start())))
        : none();
  }

  /** The watermark that the last data event hands on. */
  static Optional<Violation> watermark(ChainSummary before, DataEvent event) {
    return watermark(before.watermark(), event.newWatermark());
  }

  /** No new watermark that RFC 3339 cannot express; one that is in the chain is handed on. */
  static Optional<Violation> watermarkInRange(ChainSummary before, DataEvent event) {
    Instant watermark = event.newWatermark();
    return watermark == null
            || Rfc3339.canExpress(watermark)
            || watermark.equals(before.watermark())
        ? none()
        : violation(
            ChainRule.WATERMARK_RANGE,
            "the watermark %s is outside of the years 0000 to 9999"
                .formatted(Rfc3339.format(watermark)));
  }

  /** The offset that the last data event hands on. */
  static Optional<Violation> previousOffset(ChainSummary before, DataEvent event) {
    return Objects.equals(event.prevOffset(), before.lastOffset())
        ? none()
        : Optional.of(
            Violation.differs(
                ChainRule.PREVIOUS_OFFSET,
                "prevOffset",
                text(before.lastOffset()),
                text(event.prevOffset())));
  }

  private static Optional<Violation> watermark(@Nullable Instant last, @Nullable Instant next) {
    if (last == null || (next != null && !next.isBefore(last))) {
      return none();
    }
    return Optional.of(
        new Violation(
            ChainRule.WATERMARK,
            next == null
                ? "the watermark %s disappears".formatted(last)
                : "the watermark goes back from %s to %s".formatted(last, next),
            "not before " + last,
            next == null ? "none" : next.toString()));
  }

  static Optional<Violation> addData(ChainSummary before, AddData event) {
    AddData last = before.lastAddData();
    return ChainRules.first(
        () -> schemaBeforeData(before, event),
        () -> previousCheckpoint(last, event),
        () -> progress(last, event));
  }

  static Optional<Violation> schemaBeforeData(ChainSummary before, DataEvent event) {
    return event.newData() != null && before.schemaEvent() == null
        ? violation(
            ChainRule.SCHEMA_BEFORE_DATA,
            "rows need a schema: a SetDataSchema event must come before them")
        : none();
  }

  /** {@code last} is the last event of the same type. */
  static Optional<Violation> previousCheckpoint(@Nullable DataEvent last, DataEvent event) {
    Multihash expected = last == null ? null : hashOf(last.newCheckpoint());
    return Objects.equals(event.prevCheckpoint(), expected)
        ? none()
        : Optional.of(
            Violation.differs(
                ChainRule.PREVIOUS_CHECKPOINT, "prevCheckpoint", expected, event.prevCheckpoint()));
  }

  private static Optional<Violation> progress(@Nullable AddData last, AddData event) {
    Instant lastWatermark = last == null ? null : last.newWatermark();
    SourceState lastState = last == null ? null : last.newSourceState();
    boolean progress =
        event.newData() != null
            || checkpointMoves(event)
            || !Objects.equals(event.newWatermark(), lastWatermark)
            || !Objects.equals(event.newSourceState(), lastState);
    return progress
        ? none()
        : violation(
            ChainRule.ADD_DATA_PROGRESS,
            "the event has no rows and neither checkpoint, watermark nor source state changes");
  }

  static boolean checkpointMoves(DataEvent event) {
    return !Objects.equals(hashOf(event.newCheckpoint()), event.prevCheckpoint());
  }

  private static @Nullable Multihash hashOf(@Nullable Checkpoint checkpoint) {
    return checkpoint == null ? null : checkpoint.physicalHash();
  }

  private static @Nullable String text(@Nullable Long offset) {
    return offset == null ? null : Long.toUnsignedString(offset);
  }
}
