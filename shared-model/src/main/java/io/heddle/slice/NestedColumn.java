package io.heddle.slice;

import io.heddle.schema.DamagedDataException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** A top-level column of structs, lists or maps: its values are assembled from their leaves. */
final class NestedColumn implements ColumnSource {
  private final FieldVector vector;
  private final NestedConverters.Place place = new NestedConverters.Place();
  private final RecordReader<Boolean> records;
  private boolean present;

  NestedColumn(PageReadStore pages, Type type, Field stored, FieldVector vector) {
    this.vector = vector;
    MessageType schema = new MessageType("schema", type);
    Converter value = NestedConverters.of(type, stored, vector, place);
    records =
        new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages, new Materializer(value));
  }

  @Override
  public void read(int rows) {
    for (int row = 0; row < rows; row++) {
      place.index = row;
      if (!records.read() && !vector.getField().isNullable()) {
        throw new DamagedDataException(
            "the required column \"%s\" has nulls".formatted(vector.getName()));
      }
    }
  }

  /** Says for each record whether the column had a value in it. */
  private final class Materializer extends RecordMaterializer<Boolean> {
    private final GroupConverter root;

    Materializer(Converter value) {
      Converter watched =
          value.isPrimitive()
              ? value
              : new NestedConverters.Watched(value.asGroupConverter(), () -> present = true);
      root =
          new GroupConverter() {
            @Override
            public Converter getConverter(int fieldIndex) {
              return watched;
            }

            @Override
            public void start() {
              present = false;
            }

            @Override
            public void end() {}
          };
    }

    @Override
    public Boolean getCurrentRecord() {
      return present;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }
}
