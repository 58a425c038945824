package io.heddle.hash;

import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The logical hash of rows, {@code arrow0-sha3-256}: it depends on names, types and values of the
 * columns and on the order of the rows, and not on how they are stored. For one thread.
 */
public final class LogicalHasher {
  private final int columns;
  private final DigestSink records = new DigestSink();
  private final List<Leaf> leaves = new ArrayList<>();
  private final IdentityHashMap<Leaf, LeafWindow> windows = new IdentityHashMap<>();

  private LogicalHasher(Schema schema, @Nullable UnderNulls under) {
    columns = schema.getFields().size();
    for (int i = 0; i < columns; i++) {
      visit(schema.getFields().get(i), List.of(i), List.of());
    }
    if (under != null) {
      leaves.stream()
          .filter(Leaf::liesInNullableStruct)
          .forEach(leaf -> windows.put(leaf, new LeafWindow(leaf, under)));
    }
  }

  /**
   * Hashes a stored slice; how its rows are cut into batches makes no difference.
   *
   * @throws io.heddle.problem.IngestException (UnsupportedSchema) for types that have no logical
   *     hash
   */
  public static LogicalHasher ofSlice(Schema schema) {
    return ofSlice(schema, UnderNulls.ZEROS);
  }

  /**
   * Hashes a stored slice as a reader does that leaves other things under nulls than ours.
   *
   * @throws io.heddle.problem.IngestException (UnsupportedSchema) for types that have no logical
   *     hash
   */
  public static LogicalHasher ofSlice(Schema schema, UnderNulls under) {
    return new LogicalHasher(schema, under);
  }

  /**
   * Hashes batches exactly as they are given. For leaves in nullable structs, and only for those,
   * the cuts between batches make a difference.
   *
   * @throws io.heddle.problem.IngestException (UnsupportedSchema) for types that have no logical
   *     hash
   */
  public static LogicalHasher ofBatches(Schema schema) {
    return new LogicalHasher(schema, null);
  }

  /** Adds the rows of a batch of the schema this hasher was made for. */
  public void update(VectorSchemaRoot batch) {
    if (batch.getFieldVectors().size() != columns) {
      throw new IllegalArgumentException(
          "a batch has %d columns, not %d".formatted(batch.getFieldVectors().size(), columns));
    }
    if (batch.getRowCount() == 0) {
      return;
    }
    for (Leaf leaf : leaves) {
      LeafWindow window = windows.get(leaf);
      if (window == null) {
        leaf.update(batch);
      } else {
        window.update(batch);
      }
    }
  }

  /** The rows that follow are those of the next row group of the file. */
  public void startGroup() {
    windows.values().forEach(LeafWindow::startGroup);
  }

  /**
   * Whether a null in a nullable struct was hashed as the value that lies below it, so that other
   * {@linkplain UnderNulls readings} give other hashes; to be asked after {@link #hash()}.
   */
  public boolean hashedUnderNulls() {
    return windows.values().stream().anyMatch(LeafWindow::hashedUnderNulls);
  }

  /** The hash of all rows; ends the hashing, so it can be asked once. */
  public Multihash hash() {
    windows.values().forEach(LeafWindow::flush);
    for (Leaf leaf : leaves) {
      records.put(leaf.digest().digest(), 0, Multihash.DIGEST_LENGTH);
    }
    return new Multihash(HashFunction.ARROW0_SHA3_256, records.digest());
  }

  private void visit(Field field, List<Integer> path, List<Field> outer) {
    TypeDescriptor.writeText(field.getName(), records);
    records.putLong(path.size() - 1L);
    List<Field> fields = append(outer, field);
    if (field.getType() instanceof ArrowType.Struct) {
      List<Field> members = field.getChildren();
      for (int i = 0; i < members.size(); i++) {
        visit(members.get(i), append(path, i), fields);
      }
    } else {
      leaves.add(new Leaf(path, fields));
    }
  }

  private static <T> List<T> append(List<T> list, T element) {
    List<T> longer = new ArrayList<>(list);
    longer.add(element);
    return longer;
  }
}
