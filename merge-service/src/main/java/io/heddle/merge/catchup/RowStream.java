package io.heddle.merge.catchup;

import io.heddle.multiformats.Multihash;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Rows of data files as they become available. For one thread. */
public interface RowStream extends AutoCloseable {
  /** What comes next. */
  sealed interface Piece {
    /** Rows, which the receiver closes. */
    record Rows(VectorSchemaRoot rows) implements Piece {}

    /** All rows of this block's data have come. */
    record SliceEnd(Multihash block) implements Piece {}

    /** Nothing more comes. */
    record End() implements Piece {}

    /** Nothing more comes, since reading failed. */
    record Failed(Throwable cause) implements Piece {}
  }

  /** The next piece, if there is one yet. */
  @Nullable Piece poll();

  /** Stops reading. */
  @Override
  void close();
}
