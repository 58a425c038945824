package io.heddle.merge.row;

import io.heddle.schema.DataType;
import org.apache.arrow.vector.FieldVector;

/**
 * How the values of one type are kept as bytes. Nulls are the business of whatever holds the value:
 * the null bits of a row, the marker in a key, the flag before an item.
 */
sealed interface ValueCodec
    permits FixedWidthCodec, BitCodec, VariableWidthCodec, ListCodec, StructCodec, NullCodec {

  /** Adds the value at {@code index}, which is not null. */
  void write(FieldVector from, int index, ByteSink out);

  /**
   * Sets the value at {@code index} to the next one of {@code in}. Places of one vector are set in
   * ascending order.
   */
  void read(ByteSource in, FieldVector to, int index);

  void skip(ByteSource in);

  /**
   * Adds the value at {@code index} in a form whose unsigned byte order is the order of the values,
   * and of which none is the beginning of another.
   */
  void writeOrdered(FieldVector from, int index, ByteSink out);

  /**
   * Whether equal values may be kept as different bytes: the zeros and the NaNs of floats, at any
   * depth (merge strategies, "Changed").
   */
  boolean hasFloats();

  /** Adds the next value of {@code in} as the bytes that all values equal to it share. */
  void canonical(ByteSource in, ByteSink out);

  static ValueCodec of(DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> of(inner);
      case DataType.Bool ignored -> new BitCodec();
      case DataType.Int8 ignored -> FixedWidthCodec.signed(1);
      case DataType.Int16 ignored -> FixedWidthCodec.signed(2);
      case DataType.Int32 ignored -> FixedWidthCodec.signed(4);
      case DataType.Int64 ignored -> FixedWidthCodec.signed(8);
      case DataType.UInt8 ignored -> FixedWidthCodec.unsigned(1);
      case DataType.UInt16 ignored -> FixedWidthCodec.unsigned(2);
      case DataType.UInt32 ignored -> FixedWidthCodec.unsigned(4);
      case DataType.UInt64 ignored -> FixedWidthCodec.unsigned(8);
      case DataType.Float16 ignored -> FixedWidthCodec.floating(2);
      case DataType.Float32 ignored -> FixedWidthCodec.floating(4);
      case DataType.Float64 ignored -> FixedWidthCodec.floating(8);
      case DataType.Date ignored -> FixedWidthCodec.signed(4);
      case DataType.Time time -> FixedWidthCodec.signed(Widths.time(time));
      case DataType.Timestamp ignored -> FixedWidthCodec.signed(8);
      case DataType.Duration ignored -> FixedWidthCodec.signed(8);
      case DataType.Decimal decimal -> FixedWidthCodec.signed(Widths.decimal(decimal));
      case DataType.Binary(Long length) ->
          length == null ? new VariableWidthCodec() : FixedWidthCodec.plain(length.intValue());
      case DataType.Text ignored -> new VariableWidthCodec();
      case DataType.List list -> new ListCodec(of(list.itemType()));
      case DataType.Map map -> ListCodec.ofEntries(of(map.keyType()), of(map.valueType()));
      case DataType.Struct struct ->
          new StructCodec(struct.fields().stream().map(field -> of(field.type())).toList());
      case DataType.Null ignored -> new NullCodec();
    };
  }
}
