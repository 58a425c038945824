package io.heddle.slice;

/** A stored column while its row group is read: puts rows into its vector, one batch at a time. */
interface ColumnSource {
  /**
   * Puts the next {@code rows} rows into the vector, from its start on.
   *
   * @throws io.heddle.schema.DamagedDataException when a required value is missing
   */
  void read(int rows);
}
