package io.heddle.ingress.read;

import io.heddle.notation.TimeFormats;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The rows of a CSV file under a known schema; columns go by position. */
final class CsvRowReader implements RowReader {
  private final CsvTokenizer rows;
  private final DataSchema schema;
  private final char[] nullValue;
  private final ReadFailures failures;
  private final Batch batch;
  private final ValueWriter[] writers;
  private final boolean[] optional;

  /** Whether a column holds texts, where quotes make a value of what would be null. */
  private final boolean[] texts;

  CsvRowReader(
      CsvTokenizer rows,
      DataSchema schema,
      CsvDialect dialect,
      TimeFormats formats,
      ReadFailures failures,
      ReadContext context) {
    this.rows = rows;
    this.schema = schema;
    this.nullValue = dialect.nullValue().toCharArray();
    this.failures = failures;
    List<DataField> fields = schema.fields();
    this.writers = new ValueWriter[fields.size()];
    this.optional = new boolean[fields.size()];
    this.texts = new boolean[fields.size()];
    this.batch = new Batch(schema, context);
    try {
      for (int i = 0; i < writers.length; i++) {
        DataField field = fields.get(i);
        writers[i] =
            ValueWriters.of(field.name(), field.type(), batch.root().getVector(i), formats);
        optional[i] = ValueWriters.isOptional(field.type());
        texts[i] = isText(ValueWriters.required(field.type()));
      }
    } catch (RuntimeException e) {
      batch.close();
      throw e;
    }
  }

  @Override
  public DataSchema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return batch.root();
  }

  @Override
  public boolean loadNextBatch() {
    try {
      batch.begin();
      while (!batch.isFull() && rows.next()) {
        writeRow();
      }
      return batch.end();
    } catch (OutOfMemoryException e) {
      throw failures.tooLarge(rows.line(), e);
    }
  }

  private void writeRow() {
    int columns = writers.length;
    if (rows.size() != columns) {
      throw failures.at(
          rows.line(),
          "the row has %d cells, the %s has %d columns"
              .formatted(rows.size(), columns == 0 ? "table" : "schema or header", columns));
    }
    int row = batch.row();
    char[] chars = rows.chars();
    for (int cell = 0; cell < columns; cell++) {
      int from = rows.from(cell);
      int to = rows.to(cell);
      if (texts[cell]
          ? !rows.isQuoted(cell) && isNullValue(chars, from, to)
          : from == to || isNullValue(chars, from, to)) {
        writeNull(row, cell);
      } else {
        String problem = writers[cell].write(row, chars, from, to);
        if (problem != null) {
          throw failures.value(rows.line(), name(cell), rows.text(cell), problem);
        }
      }
    }
    batch.endRow(columns == 0 ? 0 : rows.to(columns - 1) - rows.from(0));
  }

  private static boolean isText(DataType type) {
    return type instanceof DataType.Text || type instanceof DataType.Binary;
  }

  private boolean isNullValue(char[] chars, int from, int to) {
    if (to - from != nullValue.length) {
      return false;
    }
    for (int i = 0; i < nullValue.length; i++) {
      if (chars[from + i] != nullValue[i]) {
        return false;
      }
    }
    return true;
  }

  private void writeNull(int row, int cell) {
    if (!optional[cell]) {
      throw failures.column(
          rows.line(), name(cell), "there is no value, and the column does not allow null");
    }
    writers[cell].writeNull(row);
  }

  private String name(int cell) {
    return schema.fields().get(cell).name();
  }

  @Override
  public long rows() {
    return batch.rowsDelivered();
  }

  @Override
  public void close() {
    try (batch) {
      close(rows, failures);
    }
  }

  static void close(CsvTokenizer rows, ReadFailures failures) {
    try {
      rows.close();
    } catch (IOException e) {
      throw failures.cannotRead(e);
    }
  }
}
