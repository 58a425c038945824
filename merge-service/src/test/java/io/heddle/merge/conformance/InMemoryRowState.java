package io.heddle.merge.conformance;

import io.heddle.merge.row.RowState;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Row state in a sorted map. */
public final class InMemoryRowState implements RowState {
  private final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

  public void replaceBy(InMemoryRowState other) {
    rows.clear();
    rows.putAll(other.rows);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return rows.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    rows.put(key, value);
  }

  @Override
  public void remove(byte[] key) {
    rows.remove(key);
  }

  @Override
  public Scan scan(byte @Nullable [] after) {
    TreeMap<byte[], byte[]> copy = new TreeMap<>(rows);
    Iterator<Map.Entry<byte[], byte[]>> entries =
        (after == null ? copy : copy.tailMap(after, false)).entrySet().iterator();
    return new Scan() {
      private Map.@Nullable Entry<byte[], byte[]> entry;

      @Override
      public boolean next() {
        boolean more = entries.hasNext();
        entry = more ? entries.next() : null;
        return more;
      }

      @Override
      public byte[] key() {
        return java.util.Objects.requireNonNull(entry).getKey();
      }

      @Override
      public byte[] value() {
        return java.util.Objects.requireNonNull(entry).getValue();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public long size() {
    return rows.size();
  }
}
