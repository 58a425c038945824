package io.heddle.slice;

import io.heddle.hash.LogicalHasher;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.ParquetSchemas;
import io.heddle.schema.SchemaDifference;
import io.heddle.schema.SchemaEvolution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;

/**
 * Writes the rows of one slice into a data file, in the order in which they come, and hashes rows
 * and bytes on the way. The same rows give the same bytes, however they are cut into batches. For
 * one thread.
 */
public final class SliceWriter implements AutoCloseable {
  private static final int ROW_GROUP_ROWS = 1_000_000;

  /** What a row group may take in memory while it is collected. */
  private static final long ROW_GROUP_BYTES = 64L * 1024 * 1024;

  private final DataSchema schema;
  private final HashedFile file;
  private final RowWriteSupport support;
  private final ParquetWriter<RowWriteSupport.Row> parquet;
  private final LogicalHasher hasher;
  private final RowWriteSupport.Row row = new RowWriteSupport.Row();
  private Schema accepted;
  private long rows;
  private boolean finished;

  /**
   * Starts a file.
   *
   * @param schema the dataset's, system columns included
   * @throws IngestException (UnsupportedSchema) for types that data files cannot hold, or that have
   *     no logical hash
   */
  public SliceWriter(Path path, DataSchema schema) {
    this.schema = schema;
    accepted = ArrowSchemas.toArrow(schema);
    hasher = LogicalHasher.ofSlice(accepted);
    MessageType stored = ParquetSchemas.toParquet(accepted);
    support = new RowWriteSupport(stored, FooterSchemas.of(schema, accepted));
    try {
      file = new HashedFile(path);
      parquet = builder(file).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ParquetWriter.Builder<RowWriteSupport.Row, ?> builder(OutputFile output) {
    Builder builder =
        new Builder(output, support)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new PageCodecs())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withWriterVersion(WriterVersion.PARQUET_2_0)
            .withRowGroupRowCountLimit(ROW_GROUP_ROWS)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withPageWriteChecksumEnabled(true);
    // Without a dictionary, version 2 of the pages stores integers as deltas.
    schema.fields().stream()
        .filter(field -> isLong(field.type()))
        .findFirst()
        .map(DataField::name)
        .ifPresent(offsets -> builder.withDictionaryEncoding(offsets, false));
    return builder;
  }

  /** Offsets are the first required 64 bit integers of every dataset, whatever their name. */
  private static boolean isLong(DataType type) {
    return type instanceof DataType.UInt64 || type instanceof DataType.Int64;
  }

  /**
   * Adds the rows of a batch.
   *
   * @throws IngestException (IncompatibleSchema) when the batch has other columns than the schema,
   *     (ExecutionError) when a required column has nulls or a decimal has more digits than its
   *     type
   */
  public void write(VectorSchemaRoot batch) {
    check(batch);
    hasher.update(batch);
    support.bind(batch);
    try {
      for (row.index = 0; row.index < batch.getRowCount(); row.index++) {
        parquet.write(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows += batch.getRowCount();
  }

  private void check(VectorSchemaRoot batch) {
    if (!batch.getSchema().equals(accepted)) {
      List<String> differences =
          SchemaEvolution.between(schema, ArrowSchemas.fromArrow(batch.getSchema()))
              .differences()
              .stream()
              .filter(difference -> !isHarmless(difference))
              .map(SchemaDifference::describe)
              .toList();
      if (!differences.isEmpty()) {
        throw new IngestException(FailureKind.IncompatibleSchema, String.join("; ", differences));
      }
      accepted = batch.getSchema();
    }
    for (int i = 0; i < schema.fields().size(); i++) {
      FieldVector vector = batch.getVector(i);
      if (!schema.fields().get(i).isOptional() && vector.getNullCount() > 0) {
        throw new IngestException(
            FailureKind.ExecutionError,
            "the required column \"%s\" has %d nulls"
                .formatted(vector.getName(), vector.getNullCount()),
            Map.of("column", vector.getName()));
      }
    }
    DecimalDigits.check(batch);
  }

  /** Optionality counts by the nulls that are there, and attributes are not part of the rows. */
  private static boolean isHarmless(SchemaDifference difference) {
    return difference.concernsOptionalityOnly()
        || difference instanceof SchemaDifference.ExtraChanged;
  }

  /** Ends the file and says what it is. */
  public WrittenSlice finish() {
    close();
    return new WrittenSlice(hasher.hash(), file.bytes().hash(), file.bytes().size(), rows);
  }

  /** Closes the file; without {@link #finish()} before, it is not to be used. */
  @Override
  public void close() {
    if (finished) {
      return;
    }
    finished = true;
    try {
      parquet.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<RowWriteSupport.Row, Builder> {
    private final RowWriteSupport support;

    Builder(OutputFile output, RowWriteSupport support) {
      super(output);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in Parquet; never called without Hadoop
    protected WriteSupport<RowWriteSupport.Row> getWriteSupport(Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<RowWriteSupport.Row> getWriteSupport(
        ParquetConfiguration configuration) {
      return support;
    }
  }
}
