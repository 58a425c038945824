package io.heddle.slice;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Hands the values of one Arrow vector to Parquet. Only asked for rows that are not null. */
interface FieldWriter {
  void write(int row, RecordConsumer out);

  /** A writer of the vector's values as they are now. */
  static FieldWriter of(FieldVector vector, Type type) {
    return switch (vector) {
      case BigIntVector longs -> (row, out) -> out.addLong(longs.get(row));
      case UInt8Vector longs -> (row, out) -> out.addLong(longs.get(row));
      case BaseIntVector integers ->
          (row, out) -> out.addInteger((int) integers.getValueAsLong(row));
      case BitVector bits -> (row, out) -> out.addBoolean(bits.get(row) != 0);
      case Float2Vector floats -> half(floats);
      case Float4Vector floats -> (row, out) -> out.addFloat(floats.get(row));
      case Float8Vector floats -> (row, out) -> out.addDouble(floats.get(row));
      case DateDayVector days -> (row, out) -> out.addInteger(days.get(row));
      case TimeSecVector times -> (row, out) -> out.addInteger(times.get(row));
      case TimeMilliVector times -> (row, out) -> out.addInteger(times.get(row));
      case TimeMicroVector times -> (row, out) -> out.addLong(times.get(row));
      case TimeNanoVector times -> (row, out) -> out.addLong(times.get(row));
      case TimeStampVector times -> (row, out) -> out.addLong(times.get(row));
      case DecimalVector decimals -> decimal(decimals, DecimalVector.TYPE_WIDTH, type);
      case Decimal256Vector decimals -> decimal(decimals, Decimal256Vector.TYPE_WIDTH, type);
      case FixedSizeBinaryVector bytes ->
          (row, out) -> out.addBinary(Binary.fromConstantByteArray(bytes.get(row)));
      case BaseVariableWidthVector bytes -> bytes(bytes);
      case MapVector map -> map(map, type.asGroupType());
      case ListVector list -> list(list, type.asGroupType());
      case FixedSizeListVector list -> fixedSizeList(list, type.asGroupType());
      case StructVector struct -> struct(struct, type.asGroupType());
      default -> throw new IllegalArgumentException("no data file holds " + vector.getField());
    };
  }

  private static FieldWriter half(Float2Vector floats) {
    return (row, out) -> {
      short bits = floats.get(row);
      out.addBinary(
          Binary.fromConstantByteArray(new byte[] {(byte) bits, (byte) (bits >> Byte.SIZE)}));
    };
  }

  private static FieldWriter bytes(BaseVariableWidthVector vector) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    ArrowBuf data = vector.getDataBuffer();
    return (row, out) -> {
      int start = offsets.getInt((long) row * Integer.BYTES);
      byte[] bytes = new byte[offsets.getInt((row + 1L) * Integer.BYTES) - start];
      data.getBytes(start, bytes);
      out.addBinary(Binary.fromConstantByteArray(bytes));
    };
  }

  private static FieldWriter decimal(FieldVector vector, int width, Type type) {
    ArrowBuf data = vector.getDataBuffer();
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> (row, out) -> out.addInteger(data.getInt((long) row * width));
      case INT64 -> (row, out) -> out.addLong(data.getLong((long) row * width));
      default -> {
        int length = type.asPrimitiveType().getTypeLength();
        yield (row, out) -> {
          byte[] bigEndian = new byte[length];
          for (int i = 0; i < length; i++) {
            bigEndian[length - 1 - i] = data.getByte((long) row * width + i);
          }
          out.addBinary(Binary.fromConstantByteArray(bigEndian));
        };
      }
    };
  }

  private static FieldWriter struct(StructVector struct, GroupType type) {
    List<FieldVector> members = struct.getChildrenFromFields();
    List<FieldWriter> writers = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      writers.add(of(members.get(i), type.getType(i)));
    }
    return (row, out) -> {
      out.startGroup();
      for (int i = 0; i < writers.size(); i++) {
        FieldVector member = members.get(i);
        if (!member.isNull(row)) {
          out.startField(member.getName(), i);
          writers.get(i).write(row, out);
          out.endField(member.getName(), i);
        }
      }
      out.endGroup();
    };
  }

  private static FieldWriter list(ListVector list, GroupType type) {
    Items items = new Items(list.getDataVector(), type);
    return (row, out) ->
        items.write(list.getElementStartIndex(row), list.getElementEndIndex(row), out);
  }

  private static FieldWriter fixedSizeList(FixedSizeListVector list, GroupType type) {
    Items items = new Items(list.getDataVector(), type);
    int size = list.getListSize();
    return (row, out) -> items.write(row * size, (row + 1) * size, out);
  }

  private static FieldWriter map(MapVector map, GroupType type) {
    GroupType entry = type.getType(0).asGroupType();
    FieldWriter entries = struct((StructVector) map.getDataVector(), entry);
    return (row, out) -> {
      out.startGroup();
      int start = map.getElementStartIndex(row);
      int end = map.getElementEndIndex(row);
      if (end > start) {
        out.startField(entry.getName(), 0);
        for (int item = start; item < end; item++) {
          entries.write(item, out);
        }
        out.endField(entry.getName(), 0);
      }
      out.endGroup();
    };
  }

  /** The items of lists, in Parquet's form of three levels. */
  final class Items {
    private final FieldVector vector;
    private final String repeatedName;
    private final String itemName;
    private final FieldWriter writer;

    Items(FieldVector vector, GroupType list) {
      GroupType repeated = list.getType(0).asGroupType();
      this.vector = vector;
      this.repeatedName = repeated.getName();
      this.itemName = repeated.getType(0).getName();
      this.writer = of(vector, repeated.getType(0));
    }

    void write(int start, int end, RecordConsumer out) {
      out.startGroup();
      if (end > start) {
        out.startField(repeatedName, 0);
        for (int item = start; item < end; item++) {
          out.startGroup();
          if (!vector.isNull(item)) {
            out.startField(itemName, 0);
            writer.write(item, out);
            out.endField(itemName, 0);
          }
          out.endGroup();
        }
        out.endField(repeatedName, 0);
      }
      out.endGroup();
    }
  }
}
