package io.heddle.slice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Writes rows of the batch it is bound to. */
final class RowWriteSupport extends WriteSupport<RowWriteSupport.Row> {
  private final MessageType schema;
  private final Map<String, String> footer;
  private final List<FieldVector> vectors = new ArrayList<>();
  private final List<FieldWriter> writers = new ArrayList<>();
  private @Nullable RecordConsumer consumer;

  RowWriteSupport(MessageType schema, Map<String, String> footer) {
    this.schema = schema;
    this.footer = footer;
  }

  /** A row of the current batch; the same object serves for all of them. */
  static final class Row {
    int index;
  }

  void bind(VectorSchemaRoot batch) {
    vectors.clear();
    writers.clear();
    for (FieldVector vector : batch.getFieldVectors()) {
      writers.add(FieldWriter.of(vector, schema.getType(vectors.size())));
      vectors.add(vector);
    }
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in Parquet; never called without Hadoop
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, footer);
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, footer);
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(Row row) {
    RecordConsumer out = Objects.requireNonNull(consumer, "not prepared");
    out.startMessage();
    for (int i = 0; i < writers.size(); i++) {
      FieldVector vector = vectors.get(i);
      if (!vector.isNull(row.index)) {
        String name = vector.getName();
        out.startField(name, i);
        writers.get(i).write(row.index, out);
        out.endField(name, i);
      }
    }
    out.endMessage();
  }
}
