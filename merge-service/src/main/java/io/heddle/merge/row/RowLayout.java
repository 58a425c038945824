package io.heddle.merge.row;

import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * How a dataset's rows are kept as bytes under one version of its schema: all columns but offset,
 * op and system time, in the order of the schema. A row is the version it was written under, a bit
 * for each column that is not null, and the values.
 */
public final class RowLayout {
  private final int version;
  private final List<DataField> columns;
  private final ValueCodec[] codecs;
  private final boolean[] floats;
  private final boolean anyFloats;
  private final int eventTime;

  public RowLayout(int version, DataSchema schema, Vocabulary vocabulary) {
    this.version = version;
    this.columns =
        schema.fields().stream().filter(field -> isKept(field.name(), vocabulary)).toList();
    this.codecs =
        columns.stream().map(field -> ValueCodec.of(field.type())).toArray(ValueCodec[]::new);
    this.floats = new boolean[codecs.length];
    boolean any = false;
    for (int i = 0; i < codecs.length; i++) {
      floats[i] = codecs[i].hasFloats();
      any |= floats[i];
    }
    this.anyFloats = any;
    this.eventTime = position(vocabulary.eventTimeColumn());
  }

  private static boolean isKept(String name, Vocabulary vocabulary) {
    return !name.equals(vocabulary.offsetColumn())
        && !name.equals(vocabulary.operationTypeColumn())
        && !name.equals(vocabulary.systemTimeColumn());
  }

  public List<DataField> columns() {
    return columns;
  }

  public int size() {
    return codecs.length;
  }

  /** Where the event time stands. */
  public int eventTime() {
    return eventTime;
  }

  /** The position of a column, or -1. */
  public int position(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  ValueCodec codec(int position) {
    return codecs[position];
  }

  /**
   * Adds a row to {@code out}.
   *
   * @param row a vector for each column, or null for a column that is null throughout
   * @param bounds where each value begins in {@code out}, and at last where the row ends; a null
   *     has no length
   */
  public void write(@Nullable FieldVector[] row, int index, ByteSink out, int[] bounds) {
    out.putVarint(version);
    int bits = out.length();
    out.skip((codecs.length + 7) / 8);
    for (int i = 0; i < codecs.length; i++) {
      bounds[i] = out.length();
      FieldVector vector = row[i];
      if (vector != null && !vector.isNull(index)) {
        int at = bits + i / 8;
        out.set(at, out.get(at) | 1 << i % 8);
        codecs[i].write(vector, index, out);
      }
    }
    bounds[codecs.length] = out.length();
  }

  /** Whether equal values of a column may be different bytes. */
  boolean hasFloats(int position) {
    return floats[position];
  }

  /**
   * A row as bytes that it shares with all rows whose values are equal to its own.
   *
   * @param row that {@link #write} has just written, alone
   * @param scratch what the bytes may be written to; they may be those of {@code row} itself
   */
  public ByteSink canonical(ByteSink row, int[] bounds, ByteSink scratch) {
    if (!anyFloats) {
      return row;
    }
    scratch.clear();
    ByteSource in = new ByteSource(row.toArray(), bounds[0]);
    scratch.put(in.bytes(), 0, bounds[0]);
    for (int i = 0; i < codecs.length; i++) {
      if (bounds[i] < bounds[i + 1]) {
        codecs[i].canonical(in, scratch);
      }
    }
    return scratch;
  }

  /** The bounds of a row that was written under this layout, as {@link #write} reported them. */
  int[] bounds(byte[] row) {
    ByteSource in = new ByteSource(row, 0);
    in.nextVarint();
    int bits = in.position();
    in.skip((codecs.length + 7) / 8);
    int[] bounds = new int[codecs.length + 1];
    for (int i = 0; i < codecs.length; i++) {
      bounds[i] = in.position();
      if ((row[bits + i / 8] >> i % 8 & 1) != 0) {
        codecs[i].skip(in);
      }
    }
    bounds[codecs.length] = in.position();
    return bounds;
  }

  static int version(byte[] row) {
    return new ByteSource(row, 0).nextVarint();
  }
}
