package io.heddle.schema;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.schema.ConversionPatterns;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of data files. Unsigned integers always carry their annotation, so that every reader sees
 * the type that was hashed.
 */
public final class ParquetSchemas {
  private static final String ROOT = "schema";
  private static final String LIST_ELEMENT = "element";
  private static final int MAX_INT32_DIGITS = 9;
  private static final int MAX_INT64_DIGITS = 18;

  private ParquetSchemas() {}

  /**
   * The Parquet form of rows of {@code schema}.
   *
   * @throws IngestException (UnsupportedSchema) for types that data files cannot hold
   */
  public static MessageType toParquet(DataSchema schema) {
    return toParquet(ArrowSchemas.toArrow(schema));
  }

  /**
   * @throws IngestException (UnsupportedSchema) for types that data files cannot hold
   */
  public static MessageType toParquet(Schema schema) {
    ColumnNames.require(schema);
    return new MessageType(
        ROOT, schema.getFields().stream().map(field -> type(field, field.getName())).toList());
  }

  private static Type type(Field field, String name) {
    Repetition repetition = field.isNullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    return switch (field.getType()) {
      case ArrowType.Bool ignored -> primitive(PrimitiveTypeName.BOOLEAN, repetition, null, name);
      case ArrowType.Int number -> integer(number, repetition, name);
      case ArrowType.FloatingPoint number ->
          switch (number.getPrecision()) {
            case HALF -> fixed(Short.BYTES, repetition, LogicalTypeAnnotation.float16Type(), name);
            case SINGLE -> primitive(PrimitiveTypeName.FLOAT, repetition, null, name);
            case DOUBLE -> primitive(PrimitiveTypeName.DOUBLE, repetition, null, name);
          };
      case ArrowType.Decimal decimal -> decimal(field, decimal, repetition, name);
      case ArrowType.Date ignored ->
          primitive(PrimitiveTypeName.INT32, repetition, LogicalTypeAnnotation.dateType(), name);
      case ArrowType.Time time -> time(time, repetition, name);
      case ArrowType.Timestamp timestamp -> timestamp(timestamp, repetition, name);
      case ArrowType.Utf8 ignored ->
          primitive(PrimitiveTypeName.BINARY, repetition, LogicalTypeAnnotation.stringType(), name);
      case ArrowType.Binary ignored -> primitive(PrimitiveTypeName.BINARY, repetition, null, name);
      case ArrowType.FixedSizeBinary binary when binary.getByteWidth() > 0 ->
          fixed(binary.getByteWidth(), repetition, null, name);
      case ArrowType.List ignored -> list(field, repetition, name);
      case ArrowType.FixedSizeList ignored -> list(field, repetition, name);
      case ArrowType.Map ignored -> map(field, repetition, name);
      case ArrowType.Struct ignored when !field.getChildren().isEmpty() ->
          Types.buildGroup(repetition)
              .addFields(
                  field.getChildren().stream()
                      .map(member -> type(within(field, member), member.getName()))
                      .toArray(Type[]::new))
              .named(name);
      default -> throw unsupported(field, "has no form in data files");
    };
  }

  private static Type integer(ArrowType.Int number, Repetition repetition, String name) {
    int bits = number.getBitWidth();
    boolean signed = number.getIsSigned();
    PrimitiveTypeName stored = bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32;
    boolean plain = signed && bits >= 32;
    return primitive(
        stored, repetition, plain ? null : LogicalTypeAnnotation.intType(bits, signed), name);
  }

  private static Type decimal(
      Field field, ArrowType.Decimal decimal, Repetition repetition, String name) {
    int precision = decimal.getPrecision();
    if (decimal.getScale() < 0 || decimal.getScale() > precision) {
      throw unsupported(field, "needs a scale between 0 and its precision");
    }
    LogicalTypeAnnotation annotation =
        LogicalTypeAnnotation.decimalType(decimal.getScale(), precision);
    if (precision <= MAX_INT32_DIGITS) {
      return primitive(PrimitiveTypeName.INT32, repetition, annotation, name);
    }
    if (precision <= MAX_INT64_DIGITS) {
      return primitive(PrimitiveTypeName.INT64, repetition, annotation, name);
    }
    return fixed(decimalBytes(precision), repetition, annotation, name);
  }

  /** The fewest bytes that hold every number of so many digits in two's complement. */
  static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }

  private static Type time(ArrowType.Time time, Repetition repetition, String name) {
    return switch (time.getUnit()) {
      // Parquet knows no seconds; readers with the Arrow schema restore them.
      case SECOND -> primitive(PrimitiveTypeName.INT32, repetition, null, name);
      case MILLISECOND ->
          primitive(
              PrimitiveTypeName.INT32,
              repetition,
              LogicalTypeAnnotation.timeType(false, LogicalTypeAnnotation.TimeUnit.MILLIS),
              name);
      case MICROSECOND ->
          primitive(
              PrimitiveTypeName.INT64,
              repetition,
              LogicalTypeAnnotation.timeType(false, LogicalTypeAnnotation.TimeUnit.MICROS),
              name);
      case NANOSECOND ->
          primitive(
              PrimitiveTypeName.INT64,
              repetition,
              LogicalTypeAnnotation.timeType(false, LogicalTypeAnnotation.TimeUnit.NANOS),
              name);
    };
  }

  private static Type timestamp(ArrowType.Timestamp type, Repetition repetition, String name) {
    boolean adjusted = type.getTimezone() != null;
    LogicalTypeAnnotation annotation =
        switch (type.getUnit()) {
          // Parquet knows no seconds; readers with the Arrow schema restore them.
          case SECOND -> null;
          case MILLISECOND ->
              LogicalTypeAnnotation.timestampType(adjusted, LogicalTypeAnnotation.TimeUnit.MILLIS);
          case MICROSECOND ->
              LogicalTypeAnnotation.timestampType(adjusted, LogicalTypeAnnotation.TimeUnit.MICROS);
          case NANOSECOND ->
              LogicalTypeAnnotation.timestampType(adjusted, LogicalTypeAnnotation.TimeUnit.NANOS);
        };
    return primitive(PrimitiveTypeName.INT64, repetition, annotation, name);
  }

  private static Type list(Field field, Repetition repetition, String name) {
    return ConversionPatterns.listOfElements(
        repetition, name, type(within(field, field.getChildren().getFirst()), LIST_ELEMENT));
  }

  private static Type map(Field field, Repetition repetition, String name) {
    List<Field> entry = field.getChildren().getFirst().getChildren();
    if (entry.getFirst().isNullable()) {
      throw unsupported(field, "needs keys that are required");
    }
    return Types.map(repetition)
        .key(type(within(field, entry.getFirst()), "key"))
        .value(type(within(field, entry.getLast()), "value"))
        .named(name);
  }

  /** A part of a column under the column's own name, for messages to users. */
  private static Field within(Field outer, Field part) {
    return new Field(outer.getName(), part.getFieldType(), part.getChildren());
  }

  private static Type primitive(
      PrimitiveTypeName stored,
      Repetition repetition,
      @Nullable LogicalTypeAnnotation annotation,
      String name) {
    return Types.primitive(stored, repetition).as(annotation).named(name);
  }

  private static Type fixed(
      int length, Repetition repetition, @Nullable LogicalTypeAnnotation annotation, String name) {
    return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
        .length(length)
        .as(annotation)
        .named(name);
  }

  private static IngestException unsupported(Field field, String why) {
    return new IngestException(
        FailureKind.UnsupportedSchema,
        "column \"%s\": the type %s %s"
            .formatted(field.getName(), TypeNotation.of(ArrowSchemas.fromArrow(field).type()), why),
        Map.of("column", field.getName()));
  }
}
