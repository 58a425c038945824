package io.heddle.hash;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one column in the form in which they are hashed (ODF "Logical hash",
 * values). First {@link #bind} to a batch, then write rows of it.
 */
abstract class ValueEncoder {
  static final int NULL_MARKER = 0;

  private @Nullable Bitmap validity;

  /**
   * @throws io.heddle.problem.IngestException (UnsupportedSchema) for types that have no logical
   *     hash
   */
  static ValueEncoder of(Field field) {
    return switch (field.getType()) {
      case ArrowType.Null ignored -> new NullEncoder(field);
      case ArrowType.Bool ignored -> new BoolEncoder();
      case ArrowType.Int type -> new FixedWidthEncoder(type.getBitWidth() / Byte.SIZE);
      case ArrowType.FloatingPoint type ->
          new FixedWidthEncoder(
              switch (type.getPrecision()) {
                case HALF -> 2;
                case SINGLE -> 4;
                case DOUBLE -> 8;
              });
      case ArrowType.Decimal type -> new FixedWidthEncoder(type.getBitWidth() / Byte.SIZE);
      case ArrowType.Date type ->
          new FixedWidthEncoder(
              switch (type.getUnit()) {
                case DAY -> 4;
                case MILLISECOND -> 8;
              });
      case ArrowType.Time type -> new FixedWidthEncoder(type.getBitWidth() / Byte.SIZE);
      case ArrowType.Timestamp ignored -> new FixedWidthEncoder(Long.BYTES);
      case ArrowType.FixedSizeBinary type -> new FixedSizeBinaryEncoder(type.getByteWidth());
      case ArrowType.Utf8 ignored -> new BytesEncoder();
      case ArrowType.Binary ignored -> new BytesEncoder();
      case ArrowType.LargeUtf8 ignored -> new LargeBytesEncoder();
      case ArrowType.LargeBinary ignored -> new LargeBytesEncoder();
      case ArrowType.Utf8View ignored -> new BytesViewEncoder();
      case ArrowType.BinaryView ignored -> new BytesViewEncoder();
      case ArrowType.List ignored -> new ListEncoder(of(field.getChildren().getFirst()), false);
      case ArrowType.LargeList ignored -> new ListEncoder(of(field.getChildren().getFirst()), true);
      case ArrowType.FixedSizeList type ->
          new FixedSizeListEncoder(of(field.getChildren().getFirst()), type.getListSize());
      default -> throw TypeDescriptor.unsupported(field, field.getName());
    };
  }

  /**
   * Turns to another batch.
   *
   * @param validity which rows are hashed as values, the others as null markers; null: all
   */
  final void bind(FieldVector vector, @Nullable Bitmap validity) {
    this.validity = validity;
    bind(vector);
  }

  abstract void bind(FieldVector vector);

  /** Writes {@code count} rows from {@code from} on. */
  final void write(int from, int count, ByteSink sink) {
    Bitmap valid = validity;
    if (valid == null) {
      writeValid(from, count, sink);
    } else {
      writeMixed(from, count, valid, sink);
    }
  }

  /** Writes rows as values, whether they are null or not. */
  abstract void writeValid(int from, int count, ByteSink sink);

  /** Writes valid rows as values, and the others as null markers. */
  void writeMixed(int from, int count, Bitmap valid, ByteSink sink) {
    int end = from + count;
    int row = from;
    while (row < end) {
      int start = row;
      while (row < end && valid.isValid(row)) {
        row++;
      }
      writeValid(start, row - start, sink);
      while (row < end && !valid.isValid(row)) {
        sink.putByte(NULL_MARKER);
        row++;
      }
    }
  }

  /** Writes what lies under a null in an array that was read from Parquet: zeros, or nothing. */
  abstract void writeZero(ByteSink sink);
}
