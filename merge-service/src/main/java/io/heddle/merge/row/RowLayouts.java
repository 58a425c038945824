package io.heddle.merge.row;

import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layouts of all versions of a dataset's schema that rows in its state were written under. The
 * last one is in force.
 */
public final class RowLayouts {
  private final List<RowLayout> versions = new ArrayList<>();

  /** For each version, where the columns of the layout in force stand in it, or -1. */
  private final Map<Integer, int[]> places = new HashMap<>();

  /**
   * @param schemas by version, oldest first; at least one
   */
  public RowLayouts(List<DataSchema> schemas, Vocabulary vocabulary) {
    for (int version = 0; version < schemas.size(); version++) {
      versions.add(new RowLayout(version, schemas.get(version), vocabulary));
    }
  }

  /** The layout in force, under which rows are written. */
  public RowLayout current() {
    return versions.getLast();
  }

  public StoredRow read(byte[] row) {
    RowLayout current = current();
    int version = RowLayout.version(row);
    RowLayout written = versions.get(version);
    int[] bounds = written.bounds(row);
    int[] places = places(version);
    int[] from = new int[current.size()];
    int[] to = new int[current.size()];
    for (int i = 0; i < from.length; i++) {
      if (places[i] >= 0) {
        from[i] = bounds[places[i]];
        to[i] = bounds[places[i] + 1];
      }
    }
    return new StoredRow(current, row, from, to);
  }

  private int[] places(int version) {
    return places.computeIfAbsent(
        version,
        ignored -> {
          RowLayout written = versions.get(version);
          return current().columns().stream()
              .mapToInt(field -> written.position(field.name()))
              .toArray();
        });
  }
}
