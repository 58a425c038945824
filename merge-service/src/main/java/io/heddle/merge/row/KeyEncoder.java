package io.heddle.merge.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * Encodes primary keys. The byte string of a key is fixed: each column in the order of the key, a
 * marker byte (0 for null, 1 for a value) and the value in a form that sorts like the value.
 */
public final class KeyEncoder {
  private final RowLayout layout;
  private final List<String> names;
  private final int[] positions;
  private final ByteSink sink = new ByteSink();

  /**
   * @param names of the key's columns; one that the layout lacks was never in the dataset, and is
   *     null in all rows
   */
  public KeyEncoder(RowLayout layout, List<String> names) {
    this.layout = layout;
    this.names = List.copyOf(names);
    this.positions = names.stream().mapToInt(layout::position).toArray();
  }

  public List<String> names() {
    return names;
  }

  /**
   * @param position of a column of the layout
   */
  public boolean contains(int position) {
    for (int each : positions) {
      if (each == position) {
        return true;
      }
    }
    return false;
  }

  /** The name of the first key column that is null in a row, or null. */
  public @Nullable String firstNull(@Nullable FieldVector[] row, int index) {
    for (int i = 0; i < positions.length; i++) {
      FieldVector vector = vector(row, positions[i]);
      if (vector == null || vector.isNull(index)) {
        return names.get(i);
      }
    }
    return null;
  }

  private static @Nullable FieldVector vector(@Nullable FieldVector[] row, int position) {
    return position < 0 ? null : row[position];
  }

  public byte[] encode(@Nullable FieldVector[] row, int index) {
    sink.clear();
    for (int position : positions) {
      FieldVector vector = vector(row, position);
      if (vector == null) {
        sink.put(0);
      } else {
        StructCodec.writeOrderedFlagged(layout.codec(position), vector, index, sink);
      }
    }
    return sink.toArray();
  }

  /** The key of a row, column to value, for messages. */
  public Map<String, Object> show(@Nullable FieldVector[] row, int index) {
    Map<String, Object> shown = new LinkedHashMap<>();
    for (int i = 0; i < positions.length; i++) {
      FieldVector vector = vector(row, positions[i]);
      if (vector != null) {
        shown.put(names.get(i), ShownValue.of(vector, index));
      }
    }
    return shown;
  }
}
