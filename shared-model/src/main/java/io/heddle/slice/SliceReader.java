package io.heddle.slice;

import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataSchema;
import io.heddle.schema.StoredTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.HadoopFreeReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a data file, ours or another writer's, in the order in which they are stored.
 * For one thread.
 *
 * <p>Bytes that are no whole Parquet file, and types that do not fit, end in a {@link
 * DamagedDataException}; trouble of the source itself ends in the source's own exception.
 */
public final class SliceReader implements AutoCloseable {
  private static final int BATCH_ROWS = 8192;
  private static final long BATCH_BYTES = 4 * 1024 * 1024;

  private final SourceInput input;
  private final ParquetFileReader file;
  private final Schema storedSchema;
  private final VectorSchemaRoot root;
  private List<ColumnSource> columns = List.of();
  private long rowsLeftInGroup;
  private boolean startsGroup;
  private int batchRows = BATCH_ROWS;

  private SliceReader(
      SourceInput input, ParquetFileReader file, Schema storedSchema, VectorSchemaRoot root) {
    this.input = input;
    this.file = file;
    this.storedSchema = storedSchema;
    this.root = root;
  }

  /**
   * Opens a file to read it with a dataset's schema: columns are matched by name; optional ones
   * that are missing in the file are null, those that the schema does not have are left out.
   */
  public static SliceReader open(SliceSource source, DataSchema schema, BufferAllocator allocator) {
    SourceInput input = new SourceInput(source);
    ParquetFileReader file = openFile(input);
    return open(input, file, ArrowSchemas.toArrow(schema), allocator);
  }

  /** Opens a file to read it with its own schema, all columns as they are stored. */
  public static SliceReader openAsStored(SliceSource source, BufferAllocator allocator) {
    SourceInput input = new SourceInput(source);
    ParquetFileReader file = openFile(input);
    return open(input, file, null, allocator);
  }

  private static SliceReader open(
      SourceInput input,
      ParquetFileReader file,
      @Nullable Schema wanted,
      BufferAllocator allocator) {
    try {
      FileMetaData footer = file.getFileMetaData();
      Schema stored =
          StoredTypes.of(
              footer.getSchema(), FooterSchemas.arrowSchema(footer.getKeyValueMetaData()));
      VectorSchemaRoot root = VectorSchemaRoot.create(wanted == null ? stored : wanted, allocator);
      return new SliceReader(input, file, stored, root);
    } catch (RuntimeException e) {
      closeFile(file);
      throw damaged(e, input);
    }
  }

  private static ParquetFileReader openFile(SourceInput input) {
    try {
      return ParquetFileReader.open(input, new HadoopFreeReadOptions(new PageCodecs()));
    } catch (IOException | RuntimeException e) {
      throw damaged(e, input);
    }
  }

  /** The number of rows in the file. */
  public long rowCount() {
    return file.getRecordCount();
  }

  /** The schema of the batches. */
  public Schema schema() {
    return root.getSchema();
  }

  /** The columns as the file has them; this is what its rows are hashed with. */
  public Schema storedSchema() {
    return storedSchema;
  }

  /** The current batch; owned by this reader and overwritten by {@link #next()}. */
  public VectorSchemaRoot root() {
    return root;
  }

  /** Whether the current batch begins a row group. */
  public boolean startsGroup() {
    return startsGroup;
  }

  /** Moves on to the next batch, and says whether there is one. */
  public boolean next() {
    return orDamaged(
        () -> {
          startsGroup = rowsLeftInGroup == 0;
          while (rowsLeftInGroup == 0) {
            if (!nextGroup()) {
              return false;
            }
          }
          int rows = (int) Math.min(batchRows, rowsLeftInGroup);
          root.clear();
          root.allocateNew();
          columns.forEach(column -> column.read(rows));
          root.setRowCount(rows);
          rowsLeftInGroup -= rows;
          return true;
        });
  }

  private boolean nextGroup() {
    PageReadStore pages;
    try {
      pages = file.readNextRowGroup();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (pages == null) {
      return false;
    }
    long rows = pages.getRowCount();
    long bytes = Math.max(1, currentGroupBytes());
    batchRows = Math.clamp(BATCH_BYTES * rows / bytes, 1, BATCH_ROWS);
    columns = columns(pages);
    rowsLeftInGroup = rows;
    return true;
  }

  private long currentGroupBytes() {
    return file.getRowGroups().get(file.getCurrentRowGroupIndex()).getTotalByteSize();
  }

  private List<ColumnSource> columns(PageReadStore pages) {
    FileMetaData footer = file.getFileMetaData();
    MessageType stored = footer.getSchema();
    ColumnReadStoreImpl readers =
        new ColumnReadStoreImpl(pages, new UnusedConverter(), stored, footer.getCreatedBy());
    List<ColumnSource> sources = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      String name = vector.getName();
      if (!stored.containsField(name)) {
        NestedConverters.requireOptional(vector);
        continue;
      }
      int position = stored.getFieldIndex(name);
      Type type = stored.getType(position);
      Field storedField = storedSchema.getFields().get(position);
      if (type.isPrimitive()) {
        ColumnDescriptor column = stored.getColumnDescription(new String[] {name});
        sources.add(
            new FlatColumn(
                readers.getColumnReader(column),
                column,
                ValueTarget.of(storedField, vector),
                vector));
      } else {
        sources.add(new NestedColumn(pages, type, storedField, vector));
      }
    }
    return sources;
  }

  private <T> T orDamaged(Supplier<T> step) {
    try {
      return step.get();
    } catch (RuntimeException | StackOverflowError e) {
      throw damaged(e, input);
    }
  }

  private static RuntimeException damaged(Throwable e, SourceInput input) {
    RuntimeException ofSource = input.failure();
    if (ofSource != null) {
      return ofSource;
    }
    if (e instanceof DamagedDataException || e instanceof OutOfMemoryException) {
      return (RuntimeException) e;
    }
    return new DamagedDataException("the file is not a whole Parquet file", e);
  }

  private static void closeFile(ParquetFileReader file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    root.close();
    closeFile(file);
  }
}
