package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.BOOLEAN;
import static io.heddle.encoding.BasicTypes.EXTRA_ATTRIBUTES;
import static io.heddle.encoding.BasicTypes.I32;
import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.U32;
import static io.heddle.encoding.BasicTypes.U64;

import io.heddle.encoding.UnionType.Member;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.util.List;

/** DataSchema and all that it contains. */
final class SchemaTypes {
  static final OdfType<TimeUnit> TIME_UNIT = new EnumType<>(TimeUnit.class, 2);

  static final UnionType<DataType> DATA_TYPE =
      new UnionType<>("DataType", true, SchemaTypes::dataTypes);

  static final TableType<DataField> DATA_FIELD =
      TableType.of(
          "DataField",
          DataField.class,
          table -> {
            var name = table.required(0, "name", TEXT, DataField::name);
            var type = table.required(1, "type", DATA_TYPE, DataField::type);
            var extra = table.optional(3, "extra", EXTRA_ATTRIBUTES, DataField::extra);
            return values -> new DataField(values.get(name), values.get(type), values.get(extra));
          });

  static final OdfType<List<DataField>> DATA_FIELDS = new ListType<>(DATA_FIELD);

  static final TableType<DataSchema> DATA_SCHEMA =
      TableType.of(
          "DataSchema",
          DataSchema.class,
          table -> {
            var fields = table.required(0, "fields", DATA_FIELDS, DataSchema::fields);
            var extra = table.optional(1, "extra", EXTRA_ATTRIBUTES, DataSchema::extra);
            return values -> new DataSchema(values.get(fields), values.get(extra));
          });

  private SchemaTypes() {}

  private static List<Member<? extends DataType>> dataTypes() {
    return List.of(
        new Member<>(1, "Binary", binary()),
        plain(2, "Bool", DataType.Bool.class, new DataType.Bool()),
        plain(3, "Date", DataType.Date.class, new DataType.Date()),
        new Member<>(4, "Decimal", decimal()),
        new Member<>(5, "Duration", duration()),
        plain(6, "Float16", DataType.Float16.class, new DataType.Float16()),
        plain(7, "Float32", DataType.Float32.class, new DataType.Float32()),
        plain(8, "Float64", DataType.Float64.class, new DataType.Float64()),
        plain(9, "Int8", DataType.Int8.class, new DataType.Int8()),
        plain(10, "Int16", DataType.Int16.class, new DataType.Int16()),
        plain(11, "Int32", DataType.Int32.class, new DataType.Int32()),
        plain(12, "Int64", DataType.Int64.class, new DataType.Int64()),
        plain(13, "UInt8", DataType.UInt8.class, new DataType.UInt8()),
        plain(14, "UInt16", DataType.UInt16.class, new DataType.UInt16()),
        plain(15, "UInt32", DataType.UInt32.class, new DataType.UInt32()),
        plain(16, "UInt64", DataType.UInt64.class, new DataType.UInt64()),
        new Member<>(17, "List", list()),
        new Member<>(18, "Map", map()),
        plain(19, "Null", DataType.Null.class, new DataType.Null()),
        new Member<>(20, "Option", option()),
        new Member<>(21, "Struct", struct()),
        new Member<>(22, "Time", time()),
        new Member<>(23, "Timestamp", timestamp()),
        plain(24, "String", DataType.Text.class, new DataType.Text()));
  }

  private static <D extends DataType> Member<D> plain(
      int tag, String kind, Class<D> javaType, D value) {
    return new Member<>(tag, kind, TableType.empty("DataType" + kind, javaType, value));
  }

  private static TableType<DataType.Binary> binary() {
    return TableType.of(
        "DataTypeBinary",
        DataType.Binary.class,
        table -> {
          var length = table.optional(0, "fixedLength", U64, DataType.Binary::fixedLength);
          return values -> new DataType.Binary(values.get(length));
        });
  }

  private static TableType<DataType.Decimal> decimal() {
    return TableType.of(
        "DataTypeDecimal",
        DataType.Decimal.class,
        table -> {
          var precision = table.required(0, "precision", U32, DataType.Decimal::precision);
          var scale = table.required(1, "scale", I32, DataType.Decimal::scale);
          return values -> new DataType.Decimal(values.get(precision), values.get(scale));
        });
  }

  private static TableType<DataType.Duration> duration() {
    return TableType.of(
        "DataTypeDuration",
        DataType.Duration.class,
        table -> {
          var unit = table.optional(0, "unit", TIME_UNIT, DataType.Duration::unit);
          return values -> new DataType.Duration(values.get(unit));
        });
  }

  private static TableType<DataType.List> list() {
    return TableType.of(
        "DataTypeList",
        DataType.List.class,
        table -> {
          var itemType = table.required(0, "itemType", DATA_TYPE, DataType.List::itemType);
          var length = table.optional(2, "fixedLength", U64, DataType.List::fixedLength);
          return values -> new DataType.List(values.get(itemType), values.get(length));
        });
  }

  private static TableType<DataType.Map> map() {
    return TableType.of(
        "DataTypeMap",
        DataType.Map.class,
        table -> {
          var keyType = table.required(0, "keyType", DATA_TYPE, DataType.Map::keyType);
          var valueType = table.required(2, "valueType", DATA_TYPE, DataType.Map::valueType);
          var sorted = table.optional(4, "keysSorted", BOOLEAN, DataType.Map::keysSorted);
          return values ->
              new DataType.Map(values.get(keyType), values.get(valueType), values.get(sorted));
        });
  }

  private static TableType<DataType.Option> option() {
    return TableType.of(
        "DataTypeOption",
        DataType.Option.class,
        table -> {
          var inner = table.required(0, "inner", DATA_TYPE, DataType.Option::inner);
          return values -> new DataType.Option(values.get(inner));
        });
  }

  private static TableType<DataType.Struct> struct() {
    return TableType.of(
        "DataTypeStruct",
        DataType.Struct.class,
        table -> {
          var fields = table.required(0, "fields", DATA_FIELDS, DataType.Struct::fields);
          return values -> new DataType.Struct(values.get(fields));
        });
  }

  private static TableType<DataType.Time> time() {
    return TableType.of(
        "DataTypeTime",
        DataType.Time.class,
        table -> {
          var unit = table.optional(0, "unit", TIME_UNIT, DataType.Time::unit);
          return values -> new DataType.Time(values.get(unit));
        });
  }

  private static TableType<DataType.Timestamp> timestamp() {
    return TableType.of(
        "DataTypeTimestamp",
        DataType.Timestamp.class,
        table -> {
          var unit = table.optional(0, "unit", TIME_UNIT, DataType.Timestamp::unit);
          var timezone = table.optional(1, "timezone", TEXT, DataType.Timestamp::timezone);
          return values -> new DataType.Timestamp(values.get(unit), values.get(timezone));
        });
  }
}
