package io.heddle.hash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of a leaf in nullable structs until {@link #ROWS} rows are together, since
 * only then it is known which of its nulls are hashed as nulls (struct validity rule).
 *
 * <p>Rows count as they do when read from Parquet: what lies in a null struct is null itself if it
 * can be, and below a null lies what the reading says.
 */
final class LeafWindow {
  /** The number of rows, counted from the start of a file, that the reference hashes at a time. */
  static final int ROWS = 10_000;

  private final Leaf leaf;
  private final GrowingSink values = new GrowingSink();
  private final int[] ends = new int[ROWS];
  private final List<byte[]> levels = new ArrayList<>();
  private int rows;

  /** Rows whose value is there, with all that it lies in. */
  private final BitSet defined = new BitSet(ROWS);

  private final BitSet groupStarts = new BitSet(ROWS);
  private final boolean packs;
  private boolean hashedUnderNulls;

  /**
   * @param under what lies under the leaf's nulls
   */
  LeafWindow(Leaf leaf, UnderNulls under) {
    this.leaf = leaf;
    this.packs = under.packs(leaf.fields().getLast().getType());
    leaf.fields().forEach(field -> levels.add(new byte[(ROWS + 7) / 8]));
  }

  void update(VectorSchemaRoot batch) {
    List<FieldVector> vectors = leaf.vectors(batch);
    ValueEncoder encoder = leaf.encoder();
    encoder.bind(vectors.getLast(), null);
    for (int row = 0; row < batch.getRowCount(); row++) {
      boolean valid = true;
      for (int level = 0; level < vectors.size(); level++) {
        valid = valid && !vectors.get(level).isNull(row);
        if (valid || !leaf.fields().get(level).isNullable()) {
          levels.get(level)[rows >> 3] |= (byte) (1 << (rows & 7));
        }
      }
      if (valid) {
        defined.set(rows);
        encoder.writeValid(row, 1, values);
      } else {
        encoder.writeZero(values);
      }
      ends[rows++] = values.position;
      if (rows == ROWS) {
        flush();
      }
    }
  }

  /** Rows from here on are of another row group, whose values are decoded by themselves. */
  void startGroup() {
    groupStarts.set(rows);
  }

  /** Whether a null was hashed as the value below it, so that other readings give other hashes. */
  boolean hashedUnderNulls() {
    return hashedUnderNulls;
  }

  /** Hashes what has been collected. */
  void flush() {
    @Nullable Bitmap effective = null;
    for (byte[] bits : levels) {
      Bitmap own = new Bitmap(bits, rows);
      effective = Bitmap.combine(effective, own.hasNulls() ? own : null);
    }
    int @Nullable [] decoded = packs ? decodedInto() : null;
    for (int row = 0; row < rows; row++) {
      if (effective != null && !effective.isValid(row)) {
        leaf.digest().putByte(ValueEncoder.NULL_MARKER);
      } else if (defined.get(row)) {
        putValue(row);
      } else {
        hashedUnderNulls = true;
        putValue(decoded == null ? row : decoded[row]);
      }
    }
    rows = 0;
    values.position = 0;
    levels.forEach(bits -> Arrays.fill(bits, (byte) 0));
    defined.clear();
    groupStarts.clear();
  }

  private void putValue(int row) {
    int start = row == 0 ? 0 : ends[row - 1];
    leaf.digest().put(values.buffer, start, ends[row] - start);
  }

  /** For each row the one whose value was decoded into its place; itself where there is none. */
  private int[] decodedInto() {
    int[] decoded = new int[rows];
    int place = 0;
    for (int row = 0; row < rows; row++) {
      decoded[row] = row;
      if (groupStarts.get(row)) {
        place = row;
      }
      if (defined.get(row)) {
        decoded[place++] = row;
      }
    }
    return decoded;
  }

  /** Keeps everything. */
  private static final class GrowingSink extends ByteSink {
    GrowingSink() {
      super(64 * 1024);
    }

    @Override
    void makeRoom(int wanted) {
      long size = Math.max(2L * buffer.length, (long) buffer.length + wanted);
      buffer = Arrays.copyOf(buffer, Math.toIntExact(Math.min(size, Integer.MAX_VALUE - 8L)));
    }
  }
}
