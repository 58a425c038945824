package io.heddle.schema;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Checks that every value of a batch from outside lies within the batch's own buffers. Damage is
 * thus found where a batch comes in, and does not depend on how Arrow is set up to read memory.
 */
final class BatchBounds {
  private BatchBounds() {}

  /**
   * @throws DamagedDataException when a value lies outside of its buffer
   */
  static void check(VectorSchemaRoot batch) {
    for (FieldVector vector : batch.getFieldVectors()) {
      check(vector, batch.getRowCount());
    }
  }

  private static void check(FieldVector vector, long rows) {
    int count = vector.getValueCount();
    require(count >= rows, vector, "has fewer values than rows");
    if (count == 0 || vector instanceof NullVector) {
      return;
    }
    require(
        vector.getValidityBuffer().capacity()
            >= BitVectorHelper.getValidityBufferSizeFromCount(count),
        vector,
        "has no room for its nulls");
    switch (vector) {
      case BitVector bits ->
          require(
              bits.getDataBuffer().capacity()
                  >= BitVectorHelper.getValidityBufferSizeFromCount(count),
              vector,
              "is cut short");
      case BaseFixedWidthVector fixed ->
          require(
              fixed.getDataBuffer().capacity() >= (long) count * fixed.getTypeWidth(),
              vector,
              "is cut short");
      case BaseVariableWidthVector text ->
          checkOffsets(vector, text.getOffsetBuffer(), count, text.getDataBuffer().capacity());
      case ListVector list -> {
        FieldVector items = list.getDataVector();
        checkOffsets(vector, list.getOffsetBuffer(), count, items.getValueCount());
        check(items, items.getValueCount());
      }
      case FixedSizeListVector list ->
          check(list.getDataVector(), (long) count * list.getListSize());
      case StructVector struct -> {
        for (FieldVector member : struct.getChildrenFromFields()) {
          check(member, count);
        }
      }
      default ->
          throw new DamagedDataException(
              "column \"%s\" has the encoding %s, which messages do not use"
                  .formatted(vector.getName(), vector.getMinorType()));
    }
  }

  private static void checkOffsets(FieldVector vector, ArrowBuf offsets, int count, long end) {
    require(
        offsets.capacity() >= (count + 1L) * Integer.BYTES, vector, "has no room for its offsets");
    int previous = 0;
    for (int i = 0; i <= count; i++) {
      int offset = offsets.getInt((long) i * Integer.BYTES);
      require(offset >= previous, vector, "has offsets that go back");
      previous = offset;
    }
    require(previous <= end, vector, "has offsets behind its end");
  }

  private static void require(boolean holds, FieldVector vector, String otherwise) {
    if (!holds) {
      throw new DamagedDataException("column \"%s\" %s".formatted(vector.getName(), otherwise));
    }
  }
}
