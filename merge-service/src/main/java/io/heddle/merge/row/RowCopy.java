package io.heddle.merge.row;

import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Copies values between columns of the same logical type. Vectors of one class are copied by Arrow;
 * others, such as time stamps with and without a zone, by way of their bytes. Not for several
 * threads.
 */
public final class RowCopy {
  private final RowLayout layout;
  private final ByteSink sink = new ByteSink();

  public RowCopy(RowLayout layout) {
    this.layout = layout;
  }

  /** Copies a run of rows at once, if these vectors allow it. */
  public boolean range(FieldVector from, int first, int count, FieldVector to) {
    if (!copiesDirectly(from, to)) {
      return false;
    }
    from.makeTransferPair(to).splitAndTransfer(first, count);
    return true;
  }

  /** Copies one value; places of a column are set in ascending order. */
  public void value(int position, FieldVector from, int row, FieldVector to, int index) {
    if (from.isNull(row)) {
      to.setNull(index);
    } else if (copiesDirectly(from, to)) {
      to.copyFromSafe(row, index, from);
    } else {
      sink.clear();
      layout.codec(position).write(from, row, sink);
      layout.codec(position).read(new ByteSource(sink.toArray(), 0), to, index);
    }
  }

  private static boolean copiesDirectly(FieldVector from, FieldVector to) {
    return from.getMinorType() == to.getMinorType()
        && (from instanceof BaseFixedWidthVector || from instanceof BaseVariableWidthVector);
  }
}
