package io.heddle.chain;

import io.heddle.encoding.Rfc3339;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.Seed;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must hold between a new block and the chain it is appended to, in the documented order, so
 * that the first violation is the one that every implementation reports ("Metadata chain: rules").
 * Needs no object but the block and the summary of what is before it.
 */
public final class ChainRules {
  /** Whose block it is. */
  public enum Origin {
    /** A block that we are about to write: everything the specification asks for. */
    AUTHORED,
    /**
     * A block found in a chain: what is merely bad style there (times that RFC 3339 cannot express,
     * rules 33 and 37) passes.
     */
    FOUND
  }

  private ChainRules() {}

  /**
   * The first rule that a block to be written breaks.
   *
   * @param before the summary of the chain up to the block's previous one; null when there is none
   */
  public static Optional<Violation> check(MetadataBlock block, @Nullable ChainSummary before) {
    return check(block, before, Origin.AUTHORED);
  }

  /** The first rule that a block breaks. */
  public static Optional<Violation> check(
      MetadataBlock block, @Nullable ChainSummary before, Origin origin) {
    return violations(block, before, origin).findFirst();
  }

  /**
   * The rules that a block breaks, in the documented order. Each is looked at when it is asked for;
   * what comes after the first violation may be a consequence of it.
   */
  public static Stream<Violation> violations(
      MetadataBlock block, @Nullable ChainSummary before, Origin origin) {
    Stream<Violation> alone = found(alone(block, origin));
    return before == null
        ? Stream.concat(alone, found(Stream.of(() -> previousExists(block, null))))
        : Stream.concat(alone, found(against(block, before, origin)));
  }

  private static Stream<Violation> found(Stream<Supplier<Optional<Violation>>> checks) {
    return checks.map(Supplier::get).flatMap(Optional::stream);
  }

  /** The rules that need only the block. */
  private static Stream<Supplier<Optional<Violation>>> alone(MetadataBlock block, Origin origin) {
    MetadataEvent event = block.event();
    return Stream.of(
        () -> seedOrder(block),
        () -> firstSequenceNumber(block),
        () -> origin == Origin.FOUND ? none() : systemTimeInRange(block),
        () -> event instanceof DataEvent e ? DataEventRules.alone(e) : none(),
        () -> SourceRules.alone(event),
        () -> event instanceof MetadataEvent.SetTransform e ? TransformRules.alone(e) : none());
  }

  /** The rules that need what comes before. */
  private static Stream<Supplier<Optional<Violation>>> against(
      MetadataBlock block, ChainSummary before, Origin origin) {
    MetadataEvent event = block.event();
    return Stream.of(
        () -> previousExists(block, before),
        () -> sequenceNumber(block, before),
        () -> systemTime(block, before),
        () -> event instanceof DataEvent e ? DataEventRules.watermark(before, e) : none(),
        () ->
            event instanceof DataEvent e && origin == Origin.AUTHORED
                ? DataEventRules.watermarkInRange(before, e)
                : none(),
        () -> event instanceof DataEvent e ? DataEventRules.previousOffset(before, e) : none(),
        () -> SourceRules.against(before.sources(), event, origin),
        () -> eventFitsKind(event, before.datasetKind()),
        () ->
            switch (event) {
              case AddData e -> DataEventRules.addData(before, e);
              case ExecuteTransform e -> TransformRules.execute(before, e);
              case SetDataSchema e -> SchemaRules.against(before, e, origin);
              default -> none();
            });
  }

  /** Rule 37 for a schema found in a chain, where it is advice. */
  public static Optional<Violation> systemColumns(ChainSummary before, SetDataSchema event) {
    return event.schema() == null
        ? none()
        : SchemaRules.systemColumns(event.schema(), null, before.vocabulary());
  }

  private static Optional<Violation> seedOrder(MetadataBlock block) {
    boolean seed = block.event() instanceof Seed;
    if (block.prevBlockHash() == null && !seed) {
      return violation(
          ChainRule.SEED_IS_FIRST, "the first block of a chain must be a Seed, not " + kind(block));
    }
    if (block.prevBlockHash() != null && seed) {
      return violation(ChainRule.SEED_ONLY_FIRST, "a Seed can only be the first block of a chain");
    }
    return none();
  }

  private static Optional<Violation> firstSequenceNumber(MetadataBlock block) {
    return block.prevBlockHash() == null && block.sequenceNumber() != 0
        ? Optional.of(
            Violation.differs(
                ChainRule.FIRST_SEQUENCE_NUMBER,
                "the sequence number of the first block",
                "0",
                Long.toUnsignedString(block.sequenceNumber())))
        : none();
  }

  private static Optional<Violation> systemTimeInRange(MetadataBlock block) {
    return Rfc3339.canExpress(block.systemTime())
        ? none()
        : violation(
            ChainRule.SYSTEM_TIME_RANGE,
            "the system time %s is outside of the years 0000 to 9999; check the clock"
                .formatted(Rfc3339.format(block.systemTime())));
  }

  private static Optional<Violation> previousExists(
      MetadataBlock block, @Nullable ChainSummary before) {
    Multihash previous = block.prevBlockHash();
    Multihash head = before == null ? null : before.head();
    if (Objects.equals(previous, head)) {
      return none();
    }
    return Optional.of(
        Violation.differs(ChainRule.PREVIOUS_BLOCK_EXISTS, "the previous block", head, previous));
  }

  private static Optional<Violation> sequenceNumber(MetadataBlock block, ChainSummary before) {
    long expected = before.sequenceNumber() + 1;
    return block.sequenceNumber() == expected && expected != 0
        ? none()
        : Optional.of(
            Violation.differs(
                ChainRule.SEQUENCE_NUMBER,
                "the sequence number after block " + before.head(),
                Long.toUnsignedString(expected),
                Long.toUnsignedString(block.sequenceNumber())));
  }

  private static Optional<Violation> systemTime(MetadataBlock block, ChainSummary before) {
    return block.systemTime().isBefore(before.systemTime())
        ? Optional.of(
            new Violation(
                ChainRule.SYSTEM_TIME,
                "the system time %s is before that of the previous block, %s"
                    .formatted(block.systemTime(), before.systemTime()),
                "not before " + before.systemTime(),
                block.systemTime().toString()))
        : none();
  }

  private static Optional<Violation> eventFitsKind(MetadataEvent event, DatasetKind kind) {
    DatasetKind needed =
        switch (event) {
          case AddData e -> DatasetKind.Root;
          case MetadataEvent.SetPollingSource e -> DatasetKind.Root;
          case MetadataEvent.AddPushSource e -> DatasetKind.Root;
          case MetadataEvent.DisablePollingSource e -> DatasetKind.Root;
          case MetadataEvent.DisablePushSource e -> DatasetKind.Root;
          case ExecuteTransform e -> DatasetKind.Derivative;
          case MetadataEvent.SetTransform e -> DatasetKind.Derivative;
          default -> kind;
        };
    return needed == kind
        ? none()
        : violation(
            ChainRule.EVENT_FITS_KIND,
            "%s belongs into a %s dataset, this one is %s"
                .formatted(event.getClass().getSimpleName(), needed, kind));
  }

  private static String kind(MetadataBlock block) {
    return block.event().getClass().getSimpleName();
  }

  @SafeVarargs
  static Optional<Violation> first(Supplier<Optional<Violation>>... checks) {
    for (Supplier<Optional<Violation>> check : checks) {
      Optional<Violation> found = check.get();
      if (found.isPresent()) {
        return found;
      }
    }
    return none();
  }

  static Optional<Violation> violation(ChainRule rule, String message) {
    return Optional.of(new Violation(rule, message));
  }

  static Optional<Violation> none() {
    return Optional.empty();
  }
}
