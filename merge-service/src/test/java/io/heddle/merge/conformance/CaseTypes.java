package io.heddle.merge.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.util.ArrayList;
import java.util.List;

/** The short notation for types that cases use. */
final class CaseTypes {
  private CaseTypes() {}

  static DataSchema schema(JsonNode columns) {
    List<DataField> fields = new ArrayList<>();
    for (JsonNode column : columns) {
      fields.add(new DataField(column.get("name").asText(), type(column.get("type").asText())));
    }
    return new DataSchema(fields);
  }

  static DataType type(String text) {
    if (text.endsWith("?")) {
      return new DataType.Option(type(text.substring(0, text.length() - 1)));
    }
    int bracket = text.indexOf(text.contains("<") ? '<' : '(');
    String name = bracket < 0 ? text : text.substring(0, bracket);
    String inner = bracket < 0 ? "" : text.substring(bracket + 1, text.length() - 1);
    return switch (name) {
      case "Op" -> new DataType.UInt8();
      case "Int8" -> new DataType.Int8();
      case "Int16" -> new DataType.Int16();
      case "Int32" -> new DataType.Int32();
      case "Int64" -> new DataType.Int64();
      case "UInt8" -> new DataType.UInt8();
      case "UInt16" -> new DataType.UInt16();
      case "UInt32" -> new DataType.UInt32();
      case "UInt64" -> new DataType.UInt64();
      case "Float32" -> new DataType.Float32();
      case "Float64" -> new DataType.Float64();
      case "Bool" -> new DataType.Bool();
      case "String" -> new DataType.Text();
      case "Binary" -> new DataType.Binary(null);
      case "Date" -> new DataType.Date();
      case "Decimal" ->
          new DataType.Decimal(
              Integer.parseInt(inner.split(",")[0].trim()),
              Integer.parseInt(inner.split(",")[1].trim()));
      case "Timestamp" -> timestamp(inner);
      case "List" -> new DataType.List(type(inner), null);
      case "Struct" -> new DataType.Struct(members(inner));
      default -> throw new IllegalArgumentException("no type: " + text);
    };
  }

  private static DataType timestamp(String inner) {
    if (inner.isEmpty()) {
      return new DataType.Timestamp(TimeUnit.Millisecond, "UTC");
    }
    String[] parts = inner.split(",");
    String zone = parts[1].trim();
    return new DataType.Timestamp(
        TimeUnit.valueOf(parts[0].trim()), zone.equals("none") ? null : zone);
  }

  private static List<DataField> members(String inner) {
    List<DataField> fields = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= inner.length(); i++) {
      char each = i == inner.length() ? ',' : inner.charAt(i);
      if (each == '<' || each == '(') {
        depth++;
      } else if (each == '>' || each == ')') {
        depth--;
      } else if (each == ',' && depth == 0) {
        String member = inner.substring(start, i);
        int colon = member.indexOf(':');
        fields.add(
            new DataField(
                member.substring(0, colon).trim(), type(member.substring(colon + 1).trim())));
        start = i + 1;
      }
    }
    return fields;
  }
}
