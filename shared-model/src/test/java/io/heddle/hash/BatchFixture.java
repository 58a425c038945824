package io.heddle.hash;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Schemas and batches as the logical hash vectors spell them, stored values under nulls included.
 */
final class BatchFixture {
  private BatchFixture() {}

  static Schema schema(JsonNode fields) {
    return new Schema(list(fields).stream().map(BatchFixture::field).toList());
  }

  static VectorSchemaRoot batch(Schema schema, JsonNode columns, BufferAllocator allocator) {
    List<FieldVector> vectors = new ArrayList<>();
    for (int i = 0; i < schema.getFields().size(); i++) {
      FieldVector vector = vector(schema.getFields().get(i), allocator);
      fill(vector, columns.get(i));
      vectors.add(vector);
    }
    return new VectorSchemaRoot(vectors);
  }

  private static Field field(JsonNode node) {
    List<Field> children =
        Stream.concat(
                list(node.path("fields")).stream(),
                node.has("items") ? Stream.of(node.get("items")) : Stream.empty())
            .map(BatchFixture::field)
            .toList();
    return new Field(
        node.path("name").asText(),
        new FieldType(node.path("nullable").asBoolean(), type(node), null),
        children);
  }

  private static ArrowType type(JsonNode node) {
    String name = node.path("type").asText();
    return switch (name) {
      case "int8" -> new ArrowType.Int(8, true);
      case "int16" -> new ArrowType.Int(16, true);
      case "int32" -> new ArrowType.Int(32, true);
      case "int64" -> new ArrowType.Int(64, true);
      case "uint8" -> new ArrowType.Int(8, false);
      case "uint16" -> new ArrowType.Int(16, false);
      case "uint32" -> new ArrowType.Int(32, false);
      case "uint64" -> new ArrowType.Int(64, false);
      case "float16" -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
      case "float32" -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case "float64" -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case "bool" -> ArrowType.Bool.INSTANCE;
      case "utf8" -> ArrowType.Utf8.INSTANCE;
      case "largeutf8" -> ArrowType.LargeUtf8.INSTANCE;
      case "utf8view" -> ArrowType.Utf8View.INSTANCE;
      case "binary" -> ArrowType.Binary.INSTANCE;
      case "largebinary" -> ArrowType.LargeBinary.INSTANCE;
      case "binaryview" -> ArrowType.BinaryView.INSTANCE;
      case "fixedbinary" -> new ArrowType.FixedSizeBinary(node.path("width").asInt());
      case "decimal32", "decimal64", "decimal128", "decimal256" ->
          new ArrowType.Decimal(
              node.path("precision").asInt(),
              node.path("scale").asInt(),
              Integer.parseInt(name.substring("decimal".length())));
      case "date32" -> new ArrowType.Date(DateUnit.DAY);
      case "date64" -> new ArrowType.Date(DateUnit.MILLISECOND);
      case "time32" -> new ArrowType.Time(unit(node), 32);
      case "time64" -> new ArrowType.Time(unit(node), 64);
      case "timestamp" ->
          new ArrowType.Timestamp(
              unit(node),
              node.hasNonNull("timezone")
                  ? node.get("timezone").asText()
                  : node.hasNonNull("tz") ? node.get("tz").asText() : null);
      case "list" -> ArrowType.List.INSTANCE;
      case "largelist" -> ArrowType.LargeList.INSTANCE;
      case "fixedlist" -> new ArrowType.FixedSizeList(node.path("size").asInt());
      case "struct" -> ArrowType.Struct.INSTANCE;
      default -> throw new IllegalArgumentException("type " + name);
    };
  }

  private static TimeUnit unit(JsonNode node) {
    return switch (node.path("unit").asText()) {
      case "s" -> TimeUnit.SECOND;
      case "ms" -> TimeUnit.MILLISECOND;
      case "us" -> TimeUnit.MICROSECOND;
      case "ns" -> TimeUnit.NANOSECOND;
      default -> throw new IllegalArgumentException("unit of " + node);
    };
  }

  /** Arrow for Java has no decimals of 32 and 64 bits; integers of that width hold the same. */
  private static FieldVector vector(Field field, BufferAllocator allocator) {
    if (field.getType() instanceof ArrowType.Decimal decimal) {
      if (decimal.getBitWidth() == 32) {
        return new IntVector(field, allocator);
      }
      if (decimal.getBitWidth() == 64) {
        return new BigIntVector(field, allocator);
      }
    }
    return field.createVector(allocator);
  }

  private static void fill(FieldVector vector, JsonNode column) {
    List<JsonNode> values = list(column.path("values"));
    int count;
    switch (vector) {
      case BitVector bits -> {
        count = values.size();
        bits.allocateNew(count);
        for (int row = 0; row < count; row++) {
          BitVectorHelper.setValidityBit(
              bits.getDataBuffer(),
              row,
              values.get(row).asInt(values.get(row).asBoolean() ? 1 : 0));
        }
      }
      case BaseFixedWidthVector fixed -> {
        count = values.size();
        fixed.allocateNew(count);
        for (int row = 0; row < count; row++) {
          fixed
              .getDataBuffer()
              .setBytes(
                  (long) row * fixed.getTypeWidth(),
                  bytes(fixed.getField().getType(), values.get(row), fixed.getTypeWidth()));
        }
      }
      case BaseVariableWidthVector text -> {
        count = values.size();
        text.allocateNew(count);
        for (int row = 0; row < count; row++) {
          text.setSafe(row, bytes(text.getField().getType(), values.get(row), 0));
        }
      }
      case BaseLargeVariableWidthVector text -> {
        count = values.size();
        text.allocateNew(count);
        for (int row = 0; row < count; row++) {
          text.setSafe(row, bytes(text.getField().getType(), values.get(row), 0));
        }
      }
      case BaseVariableWidthViewVector text -> {
        count = values.size();
        text.allocateNew(count);
        for (int row = 0; row < count; row++) {
          text.setSafe(row, bytes(text.getField().getType(), values.get(row), 0));
        }
      }
      case ListVector list -> {
        List<JsonNode> lengths = list(column.path("lengths"));
        count = lengths.size();
        list.allocateNew();
        int end = 0;
        for (int row = 0; row < count; row++) {
          end += lengths.get(row).asInt();
          list.getOffsetBuffer().setInt((row + 1L) * Integer.BYTES, end);
        }
        list.setLastSet(count - 1);
        fill(list.getDataVector(), column.path("child"));
      }
      case LargeListVector list -> {
        List<JsonNode> lengths = list(column.path("lengths"));
        count = lengths.size();
        list.allocateNew();
        long end = 0;
        for (int row = 0; row < count; row++) {
          end += lengths.get(row).asInt();
          list.getOffsetBuffer().setLong((row + 1L) * Long.BYTES, end);
        }
        list.setLastSet(count - 1);
        fill((FieldVector) list.getDataVector(), column.path("child"));
      }
      case FixedSizeListVector list -> {
        list.allocateNew();
        fill(list.getDataVector(), column.path("child"));
        count = list.getDataVector().getValueCount() / list.getListSize();
      }
      case StructVector struct -> {
        struct.allocateNew();
        List<FieldVector> members = struct.getChildrenFromFields();
        for (int i = 0; i < members.size(); i++) {
          fill(members.get(i), column.path("children").get(i));
        }
        count = members.getFirst().getValueCount();
      }
      default -> throw new IllegalArgumentException("vector " + vector.getClass());
    }
    ArrowBuf validity = vector.getValidityBuffer();
    List<JsonNode> valid = list(column.path("validity"));
    for (int row = 0; row < count; row++) {
      BitVectorHelper.setValidityBit(validity, row, valid.isEmpty() ? 1 : valid.get(row).asInt());
    }
    vector.setValueCount(count);
  }

  private static byte[] bytes(ArrowType type, JsonNode value, int width) {
    return switch (type) {
      case ArrowType.Utf8 ignored -> value.asText().getBytes(StandardCharsets.UTF_8);
      case ArrowType.LargeUtf8 ignored -> value.asText().getBytes(StandardCharsets.UTF_8);
      case ArrowType.Utf8View ignored -> value.asText().getBytes(StandardCharsets.UTF_8);
      case ArrowType.FloatingPoint number ->
          switch (number.getPrecision()) {
            case HALF -> littleEndian(BigInteger.valueOf(value.asLong()), width);
            case SINGLE ->
                littleEndian(
                    BigInteger.valueOf(Float.floatToRawIntBits((float) decimal(value))), width);
            case DOUBLE ->
                littleEndian(BigInteger.valueOf(Double.doubleToRawLongBits(decimal(value))), width);
          };
      case ArrowType.Binary ignored -> HexFormat.of().parseHex(value.asText());
      case ArrowType.LargeBinary ignored -> HexFormat.of().parseHex(value.asText());
      case ArrowType.BinaryView ignored -> HexFormat.of().parseHex(value.asText());
      case ArrowType.FixedSizeBinary ignored -> HexFormat.of().parseHex(value.asText());
      default -> littleEndian(new BigInteger(value.asText()), width);
    };
  }

  private static double decimal(JsonNode value) {
    return value.isTextual() ? Double.parseDouble(value.asText()) : value.doubleValue();
  }

  private static byte[] littleEndian(BigInteger value, int width) {
    byte[] bytes = new byte[width];
    Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
    byte[] bigEndian = value.toByteArray();
    for (int i = 0; i < Math.min(width, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> nodes = new ArrayList<>();
    array.forEach(nodes::add);
    return Collections.unmodifiableList(nodes);
  }
}
