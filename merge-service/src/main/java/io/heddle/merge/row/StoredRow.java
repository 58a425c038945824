package io.heddle.merge.row;

import org.apache.arrow.vector.FieldVector;

/** A row out of the state, seen through the layout in force; columns it never had are null. */
public final class StoredRow {
  private final RowLayout layout;
  private final byte[] bytes;
  private final int[] from;
  private final int[] to;

  StoredRow(RowLayout layout, byte[] bytes, int[] from, int[] to) {
    this.layout = layout;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** Sets the value at {@code index} to this row's; places are set in ascending order. */
  public void read(int position, FieldVector target, int index) {
    if (from[position] == to[position]) {
      target.setNull(index);
    } else {
      layout.codec(position).read(new ByteSource(bytes, from[position]), target, index);
    }
  }

  /** Whether a column holds the same as in a row that {@link RowLayout#write} has just written. */
  public boolean sameAs(int position, ByteSink written, int[] bounds) {
    boolean sameBytes =
        written.rangeEquals(
            bounds[position], bounds[position + 1], bytes, from[position], to[position]);
    return sameBytes || layout.hasFloats(position) && isEqual(position, written, bounds);
  }

  /** By value, for types whose equal values may be different bytes. */
  private boolean isEqual(int position, ByteSink written, int[] bounds) {
    boolean wasNull = from[position] == to[position];
    boolean isNull = bounds[position] == bounds[position + 1];
    if (wasNull || isNull) {
      return wasNull && isNull;
    }
    ByteSink before = new ByteSink();
    ByteSink now = new ByteSink();
    layout.codec(position).canonical(new ByteSource(bytes, from[position]), before);
    layout.codec(position).canonical(new ByteSource(written.toArray(), bounds[position]), now);
    return before.rangeEquals(0, before.length(), now.toArray(), 0, now.length());
  }

  /** The bytes it takes up. */
  public int size() {
    return bytes.length;
  }
}
