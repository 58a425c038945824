package io.heddle.benchmarks;

import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** One column of random values, {@link #ROWS} of them. */
public enum SampleColumn {
  INT32(false, Integer.BYTES),
  INT64(false, Long.BYTES),
  TEXT(false, 0),
  INT32_WITH_NULLS(true, Integer.BYTES),
  INT64_WITH_NULLS(true, Long.BYTES),
  TEXT_WITH_NULLS(true, 0);

  static final int ROWS = 64 * 1024;

  private static final int LONGEST_TEXT = 40;
  private static final int NULL_EVERY = 10;

  private final boolean nulls;
  private final int width;

  SampleColumn(boolean nulls, int width) {
    this.nulls = nulls;
    this.width = width;
  }

  /** The number of bytes that go into the digest for the values. */
  long hashedBytes() {
    Random random = new Random(ordinal());
    long bytes = 0;
    for (int row = 0; row < ROWS; row++) {
      if (isNull(random)) {
        bytes++;
      } else {
        bytes += width == 0 ? Long.BYTES + text(random).length : width;
      }
    }
    return bytes;
  }

  VectorSchemaRoot batch(BufferAllocator allocator) {
    Random random = new Random(ordinal());
    FieldVector vector =
        switch (width) {
          case Integer.BYTES -> new IntVector("value", allocator);
          case Long.BYTES -> new BigIntVector("value", allocator);
          default -> new VarCharVector("value", allocator);
        };
    vector.setInitialCapacity(ROWS);
    vector.allocateNew();
    for (int row = 0; row < ROWS; row++) {
      if (!isNull(random)) {
        switch (vector) {
          case IntVector ints -> ints.set(row, row * 7919);
          case BigIntVector longs -> longs.set(row, row * 7919L);
          case VarCharVector texts -> texts.setSafe(row, text(random));
          default -> throw new IllegalStateException("vector " + vector);
        }
      }
    }
    vector.setValueCount(ROWS);
    VectorSchemaRoot batch = new VectorSchemaRoot(List.of(vector));
    batch.setRowCount(ROWS);
    return batch;
  }

  private boolean isNull(Random random) {
    return nulls && random.nextInt(NULL_EVERY) == 0;
  }

  private static byte[] text(Random random) {
    byte[] text = new byte[random.nextInt(LONGEST_TEXT)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }
}
