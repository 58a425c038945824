package io.heddle.merge.row;

/** What a view keeps for a key. */
public enum StateKind {
  /** That the key occurred, and a {@link RowDigest} of its last row. */
  PRESENCE,
  /** The row that is current, as {@link RowLayout#write} makes it. */
  CURRENT_ROW
}
