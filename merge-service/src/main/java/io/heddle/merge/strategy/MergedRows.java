package io.heddle.merge.strategy;

import io.heddle.merge.row.StoredRow;
import io.heddle.odf.OperationType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a strategy decided: operations in the order of their offsets, each with the input row or the
 * stored row it is made of. Used again for the next batch.
 */
public final class MergedRows {
  private static final OperationType[] OPERATIONS = OperationType.values();
  private static final int FIRST_CAPACITY = 1024;

  private byte[] operations = new byte[FIRST_CAPACITY];
  private int[] sources = new int[FIRST_CAPACITY];
  private final List<StoredRow> stored = new ArrayList<>();
  private int size;

  public void clear() {
    size = 0;
    stored.clear();
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  void append(int inputRow) {
    pass(OperationType.Append, inputRow);
  }

  void retract(StoredRow old) {
    addStored(OperationType.Retract, old);
  }

  /** A correction pair: the old row, directly followed by the new one. */
  void correct(StoredRow old, int inputRow) {
    addStored(OperationType.CorrectFrom, old);
    pass(OperationType.CorrectTo, inputRow);
  }

  /** An input row under the operation that it came with. */
  void pass(OperationType operation, int inputRow) {
    add(operation, inputRow);
  }

  private void addStored(OperationType operation, StoredRow old) {
    add(operation, ~stored.size());
    stored.add(old);
  }

  private void add(OperationType operation, int source) {
    if (size == operations.length) {
      operations = Arrays.copyOf(operations, size * 2);
      sources = Arrays.copyOf(sources, size * 2);
    }
    operations[size] = (byte) operation.value();
    sources[size] = source;
    size++;
  }

  public OperationType operation(int index) {
    return OPERATIONS[operations[index]];
  }

  /** The input row that this one is made of, or -1 when it is made of a stored row. */
  public int inputRow(int index) {
    return Math.max(sources[index], -1);
  }

  /** The stored row that this one repeats; only where {@link #inputRow} says -1. */
  public StoredRow storedRow(int index) {
    return stored.get(~sources[index]);
  }

  /**
   * Whether every row is an input row, and they stand in their order without gaps from the first.
   */
  public boolean isWholeInput(int inputRows) {
    return size == inputRows
        && stored.isEmpty()
        && (size == 0 || sources[0] == 0 && sources[size - 1] == size - 1);
  }
}
