package io.heddle.ingress.push;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Rows as lines of JSON, which {@link #step} reads back to the same rows: a form of its own,
 * whatever formats the source declares. Times may lie outside of the years 0000 to 9999; decimals,
 * and floats that JSON has no numbers for, go as text.
 */
final class JsonLines {
  /** The media type of a line in this form. To others it is a line of NDJSON. */
  static final String CONTENT_TYPE = "application/x-ndjson; form=heddle-rows";

  private static final String DATE_FORMAT = "uuuu-MM-dd";
  private static final String TIMESTAMP_FORMAT = "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSX";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern(DATE_FORMAT, Locale.ROOT);
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern(TIMESTAMP_FORMAT, Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final long TICKS_MILLI = 1_000;
  private static final long TICKS_MICRO = 1_000_000;
  private static final long TICKS_NANO = 1_000_000_000;

  private JsonLines() {}

  /** The step that reads the lines of a source. */
  static ReadStep step(ReadStep declared) {
    return new ReadStep.NdJson(
        declared.ddlSchema(), DATE_FORMAT, null, TIMESTAMP_FORMAT, declared.schema());
  }

  /** Writes each row of a batch as one line. */
  static void write(DataSchema schema, VectorSchemaRoot batch, OutputStream out)
      throws IOException {
    for (int row = 0; row < batch.getRowCount(); row++) {
      try (JsonGenerator json = FACTORY.createGenerator(out)) {
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        for (int i = 0; i < schema.fields().size(); i++) {
          DataField field = schema.fields().get(i);
          json.writeFieldName(field.name());
          write(json, field.name(), field.type(), batch.getVector(i), row);
        }
        json.writeEndObject();
      }
      out.write('\n');
    }
  }

  private static void write(
      JsonGenerator json, String column, DataType type, FieldVector vector, int row)
      throws IOException {
    if (vector.isNull(row)) {
      json.writeNull();
      return;
    }
    switch (vector) {
      case UInt1Vector number -> json.writeNumber(number.get(row) & 0xFF);
      case UInt2Vector number -> json.writeNumber((int) number.get(row));
      case UInt4Vector number -> json.writeNumber(number.get(row) & 0xFFFF_FFFFL);
      case UInt8Vector number ->
          json.writeNumber(new BigInteger(Long.toUnsignedString(number.get(row))));
      case BaseIntVector number -> json.writeNumber(number.getValueAsLong(row));
      case Float2Vector number -> writeFloat(json, Float.float16ToFloat(number.get(row)));
      case Float4Vector number -> writeFloat(json, number.get(row));
      case Float8Vector number -> writeFloat(json, number.get(row));
      case BitVector bit -> json.writeBoolean(bit.get(row) == 1);
      case DateDayVector date -> json.writeString(DATE.format(LocalDate.ofEpochDay(date.get(row))));
      case TimeStampVector time -> json.writeString(TIMESTAMP.format(instant(type, time.get(row))));
      case StructVector struct -> {
        json.writeStartObject();
        for (FieldVector child : struct.getChildrenFromFields()) {
          json.writeFieldName(child.getName());
          write(json, column, childType(type, child.getName()), child, row);
        }
        json.writeEndObject();
      }
      case ListVector list ->
          writeItems(
              json,
              column,
              itemType(type),
              list.getDataVector(),
              list.getElementStartIndex(row),
              list.getElementEndIndex(row));
      case FixedSizeListVector list ->
          writeItems(
              json,
              column,
              itemType(type),
              list.getDataVector(),
              list.getElementStartIndex(row),
              list.getElementEndIndex(row));
      default -> writeText(json, column, type, vector.getObject(row));
    }
  }

  private static void writeItems(
      JsonGenerator json, String column, DataType type, FieldVector items, int start, int end)
      throws IOException {
    json.writeStartArray();
    for (int i = start; i < end; i++) {
      write(json, column, type, items, i);
    }
    json.writeEndArray();
  }

  private static void writeText(JsonGenerator json, String column, DataType type, Object value)
      throws IOException {
    switch (inner(type)) {
      case DataType.Text ignored -> json.writeString(value.toString());
      case DataType.Decimal ignored -> json.writeString(((BigDecimal) value).toPlainString());
      default ->
          throw new IngestException(
              FailureKind.Unsupported,
              "column \"%s\": values of its type cannot be pushed in this format; push NDJSON"
                  .formatted(column),
              Map.of("column", column));
    }
  }

  private static void writeFloat(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeString(Double.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf");
    }
  }

  private static Instant instant(DataType type, long ticks) {
    DataType.Timestamp time = (DataType.Timestamp) inner(type);
    long perSecond =
        switch (time.effectiveUnit()) {
          case Second -> 1;
          case Millisecond -> TICKS_MILLI;
          case Microsecond -> TICKS_MICRO;
          case Nanosecond -> TICKS_NANO;
        };
    return Instant.ofEpochSecond(
        Math.floorDiv(ticks, perSecond),
        Math.floorMod(ticks, perSecond) * (TICKS_NANO / perSecond));
  }

  private static DataType childType(DataType struct, String name) {
    return inner(struct) instanceof DataType.Struct(var fields)
        ? fields.stream()
            .filter(field -> field.name().equals(name))
            .findFirst()
            .orElseThrow()
            .type()
        : struct;
  }

  private static DataType itemType(DataType list) {
    return inner(list) instanceof DataType.List(DataType item, Long length) ? item : list;
  }

  private static DataType inner(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }
}
