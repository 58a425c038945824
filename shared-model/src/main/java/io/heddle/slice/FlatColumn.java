package io.heddle.slice;

import io.heddle.schema.DamagedDataException;
import org.apache.arrow.vector.FieldVector;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** A top-level column of single values, read without assembling records. */
final class FlatColumn implements ColumnSource {
  private final ColumnReader reader;
  private final PrimitiveTypeName stored;
  private final int definitionLevel;
  private final ValueTarget target;
  private final FieldVector vector;

  FlatColumn(ColumnReader reader, ColumnDescriptor column, ValueTarget target, FieldVector vector) {
    this.reader = reader;
    this.stored = column.getPrimitiveType().getPrimitiveTypeName();
    this.definitionLevel = column.getMaxDefinitionLevel();
    this.target = target;
    this.vector = vector;
  }

  @Override
  public void read(int rows) {
    int nulls = 0;
    for (int row = 0; row < rows; row++) {
      if (reader.getCurrentDefinitionLevel() == definitionLevel) {
        put(row);
      } else {
        nulls++;
      }
      reader.consume();
    }
    if (nulls > 0 && !vector.getField().isNullable()) {
      throw new DamagedDataException(
          "the required column \"%s\" has nulls".formatted(vector.getName()));
    }
  }

  private void put(int row) {
    switch (stored) {
      case INT32 -> target.putInt(row, reader.getInteger());
      case INT64 -> target.putLong(row, reader.getLong());
      case BOOLEAN -> target.putBoolean(row, reader.getBoolean());
      case FLOAT -> target.putFloat(row, reader.getFloat());
      case DOUBLE -> target.putDouble(row, reader.getDouble());
      case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> target.putBytes(row, reader.getBinary());
    }
  }
}
