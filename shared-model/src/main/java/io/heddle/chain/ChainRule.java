package io.heddle.chain;

import static io.heddle.chain.RuleCategory.AppendingSeedBlockToNonEmptyChain;
import static io.heddle.chain.RuleCategory.BlockMalformed;
import static io.heddle.chain.RuleCategory.FirstBlockMustBeSeed;
import static io.heddle.chain.RuleCategory.InvalidEvent;
import static io.heddle.chain.RuleCategory.NoOpEvent;
import static io.heddle.chain.RuleCategory.ObjectNotFound;
import static io.heddle.chain.RuleCategory.OffsetsAreNotSequential;
import static io.heddle.chain.RuleCategory.PrevBlockNotFound;
import static io.heddle.chain.RuleCategory.SequenceIntegrity;
import static io.heddle.chain.RuleCategory.SystemTimeIsNotMonotonic;
import static io.heddle.chain.RuleCategory.WatermarkIsNotMonotonic;

/**
 * The rules of a chain by the numbers of "Metadata chain: rules". {@link ChainRules} checks those
 * that need only metadata: all up to 37 but 6, 15 and 16. What needs stored bytes or rows is
 * checked where those are at hand.
 */
public enum ChainRule {
  SEED_IS_FIRST(1, FirstBlockMustBeSeed),
  SEED_ONLY_FIRST(1, AppendingSeedBlockToNonEmptyChain),
  FIRST_SEQUENCE_NUMBER(2, SequenceIntegrity),
  SEQUENCE_NUMBER(3, SequenceIntegrity),
  PREVIOUS_BLOCK_EXISTS(4, PrevBlockNotFound),
  SYSTEM_TIME(5, SystemTimeIsNotMonotonic),
  /** Of what we write: a time that RFC 3339 can express, so that every reader takes its text. */
  SYSTEM_TIME_RANGE(5, InvalidEvent),
  CONTENT_ADDRESS(6, BlockMalformed),

  DATA_EVENT_NOT_EMPTY(7, NoOpEvent),
  OFFSETS_SEQUENTIAL(8, OffsetsAreNotSequential),
  OFFSET_INTERVAL(9, InvalidEvent),
  PREVIOUS_OFFSET(10, InvalidEvent),
  WATERMARK(11, WatermarkIsNotMonotonic),
  /** Of what we write, like {@link #SYSTEM_TIME_RANGE}; one that is in the chain stays. */
  WATERMARK_RANGE(11, InvalidEvent),
  SCHEMA_BEFORE_DATA(12, InvalidEvent),
  PREVIOUS_CHECKPOINT(13, InvalidEvent),
  EVENT_FITS_KIND(14, InvalidEvent),
  DATA_FITS_SCHEMA(15, InvalidEvent),
  OBJECTS_EXIST(16, ObjectNotFound),
  ADD_DATA_PROGRESS(17, NoOpEvent),

  INPUT_DATASETS(18, InvalidEvent),
  INPUT_MOVES(19, InvalidEvent),
  INPUT_PREVIOUS_BLOCK(20, InvalidEvent),
  INPUT_PREVIOUS_OFFSET(21, InvalidEvent),
  INPUT_OFFSET_NEEDS_BLOCK(22, InvalidEvent),
  TRANSFORM_PROGRESS(23, NoOpEvent),

  TRANSFORM_HAS_INPUT(24, InvalidEvent),
  TRANSFORM_INPUTS_DISTINCT(25, InvalidEvent),
  TRANSFORM_INPUTS_RESOLVED(26, InvalidEvent),
  TRANSFORM_NORMALIZED(27, InvalidEvent),

  PREPROCESS_NORMALIZED(28, InvalidEvent),
  ONE_READ_SCHEMA(29, InvalidEvent),
  LOGS_HAVE_CHAIN_OR_NODE(30, InvalidEvent),
  PUSH_SOURCE(31, InvalidEvent),
  PUSH_SOURCE_REPEATED(31, NoOpEvent),
  POLLING_SOURCE(32, InvalidEvent),
  SOURCE_DISABLED(33, InvalidEvent),

  /** Says that schemas in the old Arrow form are not validated; cannot be broken. */
  RAW_SCHEMA(34, InvalidEvent),
  SCHEMA_CHANGES(35, NoOpEvent),
  SCHEMA_COMPATIBLE(36, InvalidEvent),
  SYSTEM_COLUMNS(37, InvalidEvent),

  ROW_OFFSETS(38, InvalidEvent),
  ROW_OPERATION(39, InvalidEvent),
  CORRECTION_PAIRS(40, InvalidEvent),
  RETRACTION_MATCHES(41, InvalidEvent),
  ROW_SYSTEM_TIME(42, InvalidEvent),
  ROW_EVENT_TIME(43, InvalidEvent),
  ROW_COLUMNS(44, InvalidEvent);

  private final int number;
  private final RuleCategory category;

  ChainRule(int number, RuleCategory category) {
    this.number = number;
    this.category = category;
  }

  public int number() {
    return number;
  }

  /** The kind of error that breaking the rule is. */
  public RuleCategory category() {
    return category;
  }
}
