package io.heddle.hash;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * A column that holds values: a top-level one, or a member of structs.
 *
 * @param path positions from the outside in; more than one for members of structs
 * @param fields along the path, the leaf's last
 */
record Leaf(List<Integer> path, List<Field> fields, ValueEncoder encoder, DigestSink digest) {
  Leaf(List<Integer> path, List<Field> fields) {
    this(path, List.copyOf(fields), described(fields));
  }

  private Leaf(List<Integer> path, List<Field> fields, DigestSink digest) {
    this(List.copyOf(path), fields, ValueEncoder.of(fields.getLast()), digest);
  }

  private static DigestSink described(List<Field> fields) {
    DigestSink digest = new DigestSink();
    TypeDescriptor.write(fields.getLast(), fields.getFirst().getName(), digest);
    return digest;
  }

  /** Whether the hash of its values depends on which rows are looked at together. */
  boolean liesInNullableStruct() {
    return fields.subList(0, fields.size() - 1).stream().anyMatch(Field::isNullable);
  }

  /** The vectors along the path, the leaf's last. */
  List<FieldVector> vectors(VectorSchemaRoot batch) {
    List<FieldVector> vectors = new ArrayList<>(path.size());
    FieldVector vector = batch.getVector(path.getFirst());
    vectors.add(vector);
    for (int position : path.subList(1, path.size())) {
      vector = ((StructVector) vector).getChildrenFromFields().get(position);
      vectors.add(vector);
    }
    return vectors;
  }

  /** Hashes a batch by itself: which rows are null is decided among its rows. */
  void update(VectorSchemaRoot batch) {
    int rows = batch.getRowCount();
    List<FieldVector> vectors = vectors(batch);
    @Nullable Bitmap effective = null;
    for (FieldVector vector : vectors) {
      effective = Bitmap.combine(effective, Bitmap.of(vector, rows));
    }
    encoder.bind(vectors.getLast(), effective != null && effective.hasNulls() ? effective : null);
    encoder.write(0, rows, digest);
  }
}
