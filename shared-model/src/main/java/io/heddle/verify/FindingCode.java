package io.heddle.verify;

import io.heddle.chain.ChainRule;
import java.util.Locale;

/** What verification can find, by the codes of the REST interface. */
public enum FindingCode {
  BLOCK_HASH_MISMATCH("restore the block from a copy of the dataset; its name is its hash"),
  BLOCK_MISSING(
      "restore the block from a copy of the dataset; without it nothing before is proved"),
  /** The bytes are the right ones and are no block that can be read. */
  BLOCK_MALFORMED("the chain was written by a faulty or a newer tool; read it with that tool"),
  SEQUENCE_GAP("do not trust this head; go back to one that verifies"),
  SEED_MISPLACED("do not trust this head; go back to one that verifies"),
  EVENT_NOT_ALLOWED("the block was written by a tool that breaks the rules of the chain"),
  OBJECT_MISSING("restore the object from a copy of the dataset; its name is its hash"),
  PHYSICAL_HASH_MISMATCH("restore the object from a copy of the dataset; its name is its hash"),
  LOGICAL_HASH_MISMATCH("the rows are not those that the block vouches for; do not use the slice"),
  SIZE_MISMATCH("restore the object from a copy of the dataset; its name is its hash"),
  OFFSET_GAP("rows are missing or doubled at this point; do not use the data after it"),
  PREV_OFFSET_MISMATCH("rows are missing or doubled at this point; do not use the data after it"),
  WATERMARK_REGRESSION("readers that relied on the earlier watermark may have missed rows"),
  SCHEMA_MISMATCH("the slice or the schema must be read with the tool that wrote it"),
  OP_ORDER_INVALID("the history of these rows cannot be followed; check the source"),
  /** Not a fault of the chain: it could not be looked at. */
  NOT_CHECKED("check again where this can be read");

  private final String advice;

  FindingCode(String advice) {
    this.advice = advice;
  }

  /** The code on the wire: {@code physical-hash-mismatch}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What to do about it. */
  public String advice() {
    return advice;
  }

  static FindingCode of(ChainRule rule) {
    return switch (rule) {
      case SEED_IS_FIRST, SEED_ONLY_FIRST -> SEED_MISPLACED;
      case FIRST_SEQUENCE_NUMBER, SEQUENCE_NUMBER -> SEQUENCE_GAP;
      case PREVIOUS_BLOCK_EXISTS -> BLOCK_MISSING;
      case CONTENT_ADDRESS -> BLOCK_HASH_MISMATCH;
      case OFFSETS_SEQUENTIAL, OFFSET_INTERVAL, ROW_OFFSETS -> OFFSET_GAP;
      case PREVIOUS_OFFSET -> PREV_OFFSET_MISMATCH;
      case WATERMARK -> WATERMARK_REGRESSION;
      case OBJECTS_EXIST -> OBJECT_MISSING;
      case DATA_FITS_SCHEMA,
          RAW_SCHEMA,
          SCHEMA_CHANGES,
          SCHEMA_COMPATIBLE,
          SYSTEM_COLUMNS,
          ROW_SYSTEM_TIME,
          ROW_EVENT_TIME,
          ROW_COLUMNS ->
          SCHEMA_MISMATCH;
      case ROW_OPERATION, CORRECTION_PAIRS, RETRACTION_MATCHES -> OP_ORDER_INVALID;
      case SYSTEM_TIME,
          SYSTEM_TIME_RANGE,
          WATERMARK_RANGE,
          DATA_EVENT_NOT_EMPTY,
          SCHEMA_BEFORE_DATA,
          PREVIOUS_CHECKPOINT,
          EVENT_FITS_KIND,
          ADD_DATA_PROGRESS,
          INPUT_DATASETS,
          INPUT_MOVES,
          INPUT_PREVIOUS_BLOCK,
          INPUT_PREVIOUS_OFFSET,
          INPUT_OFFSET_NEEDS_BLOCK,
          TRANSFORM_PROGRESS,
          TRANSFORM_HAS_INPUT,
          TRANSFORM_INPUTS_DISTINCT,
          TRANSFORM_INPUTS_RESOLVED,
          TRANSFORM_NORMALIZED,
          PREPROCESS_NORMALIZED,
          ONE_READ_SCHEMA,
          LOGS_HAVE_CHAIN_OR_NODE,
          PUSH_SOURCE,
          PUSH_SOURCE_REPEATED,
          POLLING_SOURCE,
          SOURCE_DISABLED ->
          EVENT_NOT_ALLOWED;
    };
  }
}
