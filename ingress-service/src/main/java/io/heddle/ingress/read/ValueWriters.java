package io.heddle.ingress.read;

import io.heddle.notation.TimeFormats;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataType;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;

/** Finds the writer for a column. */
final class ValueWriters {
  private ValueWriters() {}

  static boolean isOptional(DataType type) {
    return type instanceof DataType.Option || type instanceof DataType.Null;
  }

  static DataType required(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }

  /**
   * @param column what messages call the column
   * @throws IngestException (UnsupportedSchema) for a type that has no form in text
   */
  static ValueWriter of(String column, DataType type, FieldVector vector, TimeFormats formats) {
    return switch (type) {
      case DataType.Option(DataType inner) -> of(column, inner, vector, formats);
      case DataType.Bool ignored -> new BoolWriter((BitVector) vector);
      case DataType.Date ignored -> new DateWriter((DateDayVector) vector, formats.date());
      case DataType.Decimal decimal -> new DecimalWriter(vector, decimal);
      case DataType.Float16 ignored -> new FloatWriter(vector);
      case DataType.Float32 ignored -> new FloatWriter(vector);
      case DataType.Float64 ignored -> new FloatWriter(vector);
      case DataType.Int8 ignored -> new IntegerWriter((TinyIntVector) vector, 8, true);
      case DataType.Int16 ignored -> new IntegerWriter((SmallIntVector) vector, 16, true);
      case DataType.Int32 ignored -> new IntegerWriter((IntVector) vector, 32, true);
      case DataType.Int64 ignored -> new IntegerWriter((BigIntVector) vector, 64, true);
      case DataType.UInt8 ignored -> new IntegerWriter((UInt1Vector) vector, 8, false);
      case DataType.UInt16 ignored -> new IntegerWriter((UInt2Vector) vector, 16, false);
      case DataType.UInt32 ignored -> new IntegerWriter((UInt4Vector) vector, 32, false);
      case DataType.UInt64 ignored -> new IntegerWriter((UInt8Vector) vector, 64, false);
      case DataType.Timestamp timestamp ->
          new TimestampWriter((TimeStampVector) vector, timestamp, formats.timestamp());
      case DataType.Text ignored -> new TextWriter((VarCharVector) vector);
      case DataType.Null ignored -> new NullWriter(vector);
      case DataType.Binary ignored -> throw noText(column, "Binary");
      case DataType.Duration ignored -> throw noText(column, "Duration");
      case DataType.List ignored -> throw noText(column, "List");
      case DataType.Map ignored -> throw noText(column, "Map");
      case DataType.Struct ignored -> throw noText(column, "Struct");
      case DataType.Time ignored -> throw noText(column, "Time");
    };
  }

  private static IngestException noText(String column, String type) {
    return new IngestException(
        FailureKind.UnsupportedSchema,
        "column \"%s\": values of type %s cannot be read from this format; declare another type"
                .formatted(column, type)
            + " and convert it in the preprocess query",
        Map.of("column", column));
  }
}
