package io.heddle.merge.row;

import org.jspecify.annotations.Nullable;

/**
 * What one view of a dataset remembers: a value for each primary key. Keys are ordered as unsigned
 * bytes. Not for several threads.
 */
public interface RowState {
  byte @Nullable [] get(byte[] key);

  void put(byte[] key, byte[] value);

  void remove(byte[] key);

  /**
   * Opens a scan in ascending order. What is changed while it is open may or may not show.
   *
   * @param after only keys greater than this one; null: from the first
   */
  Scan scan(byte @Nullable [] after);

  /** How many keys have a value. */
  long size();

  /** A position between two keys. */
  interface Scan extends AutoCloseable {
    /** Moves to the next key, and says whether there is one. */
    boolean next();

    byte[] key();

    byte[] value();

    @Override
    void close();
  }
}
