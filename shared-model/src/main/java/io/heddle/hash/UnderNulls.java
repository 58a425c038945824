package io.heddle.hash;

import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * What lies under the nulls of a leaf in nullable structs. The hash of a slice takes some nulls for
 * the value below them (struct validity rule), and readers of Parquet leave different things there.
 */
public enum UnderNulls {
  /** Zeros, or nothing: what we hash with, and what usual builders of arrays leave. */
  ZEROS,

  /**
   * What a reader leaves that decodes the values of a column one behind the other, and then moves
   * each to its row from the last on: under a null in row n lies value n of those that are not
   * null, if there are so many. Texts and binaries have lengths of their own and are empty.
   */
  PACKED,

  /** The same where texts and binaries are read as views, which are moved as numbers are. */
  PACKED_VIEWS;

  /** Whether values of this type lie where they were decoded. */
  boolean packs(ArrowType type) {
    return switch (type) {
      case ArrowType.List ignored -> false;
      case ArrowType.LargeList ignored -> false;
      case ArrowType.FixedSizeList ignored -> false;
      case ArrowType.Null ignored -> false;
      case ArrowType.Utf8 ignored -> this == PACKED_VIEWS;
      case ArrowType.LargeUtf8 ignored -> this == PACKED_VIEWS;
      case ArrowType.Utf8View ignored -> this == PACKED_VIEWS;
      case ArrowType.Binary ignored -> this == PACKED_VIEWS;
      case ArrowType.LargeBinary ignored -> this == PACKED_VIEWS;
      case ArrowType.BinaryView ignored -> this == PACKED_VIEWS;
      default -> this != ZEROS;
    };
  }
}
