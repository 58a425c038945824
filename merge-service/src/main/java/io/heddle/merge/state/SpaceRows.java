package io.heddle.merge.state;

import io.heddle.merge.row.RowState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one view in one generation of its state: entries of the store under a space of their
 * own. Changes are held back until {@link #flush}, which writes them as one batch and tells what
 * was there before; {@link #discard} forgets them. Not for several threads.
 */
public final class SpaceRows implements RowState {
  private static final int PREFIX = Integer.BYTES;

  private final KeyValueStore<Bytes, byte[]> store;
  private final int space;
  private final int maxEntryBytes;
  private final @Nullable KeyFilter filter;
  private final Map<Bytes, Entry> touched = new HashMap<>();
  private long size;

  /**
   * @param size how many rows the space holds
   * @param maxEntryBytes what an entry must not exceed, since the changelog would not take it
   * @param filter knows all keys of the space, so that new ones are not looked up; null when there
   *     is none
   */
  public SpaceRows(
      KeyValueStore<Bytes, byte[]> store,
      int space,
      long size,
      int maxEntryBytes,
      @Nullable KeyFilter filter) {
    this.store = store;
    this.space = space;
    this.size = size;
    this.maxEntryBytes = maxEntryBytes;
    this.filter = filter;
  }

  /** What a key was at the last flush, and what it is to become. */
  private static final class Entry {
    private final byte @Nullable [] before;
    private byte @Nullable [] now;
    private boolean changed;

    Entry(byte @Nullable [] before) {
      this.before = before;
      this.now = before;
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return touch(key).now;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    if (key.length + value.length > maxEntryBytes) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "a row of %d bytes is larger than the state takes (%d bytes)"
              .formatted(key.length + value.length, maxEntryBytes));
    }
    change(touch(key), value);
  }

  @Override
  public void remove(byte[] key) {
    change(touch(key), null);
  }

  private Entry touch(byte[] key) {
    Bytes full = full(key);
    Entry entry = touched.get(full);
    if (entry == null) {
      boolean known = filter == null || filter.mightContain(key);
      entry = new Entry(known ? store.get(full) : null);
      touched.put(full, entry);
      if (filter != null) {
        filter.add(key);
      }
    }
    return entry;
  }

  private void change(Entry entry, byte @Nullable [] value) {
    if (entry.now == null && value != null) {
      size++;
    } else if (entry.now != null && value == null) {
      size--;
    }
    entry.now = value;
    entry.changed = true;
  }

  private Bytes full(byte[] key) {
    return full(space, key);
  }

  private static Bytes full(int space, byte[] key) {
    return Bytes.wrap(ByteBuffer.allocate(PREFIX + key.length).putInt(space).put(key).array());
  }

  /**
   * Writes what changed.
   *
   * @param undo gets each changed entry's whole key in the store and what it was before
   */
  public void flush(BiConsumer<Bytes, byte @Nullable []> undo) {
    List<KeyValue<Bytes, byte[]>> changes = new ArrayList<>();
    touched.forEach(
        (key, entry) -> {
          if (entry.changed && !Arrays.equals(entry.before, entry.now)) {
            undo.accept(key, entry.before);
            changes.add(deletable(key, entry.now));
          }
        });
    store.putAll(changes);
    touched.clear();
  }

  /**
   * Removes rows of a space.
   *
   * @param limit at most how many
   * @return whether it is empty now
   */
  public static boolean empty(KeyValueStore<Bytes, byte[]> store, int space, int limit) {
    List<KeyValue<Bytes, byte[]>> deletions = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        store.range(full(space, new byte[0]), full(space, lastKey()))) {
      while (deletions.size() < limit && rows.hasNext()) {
        deletions.add(deletable(rows.next().key, null));
      }
    }
    store.putAll(deletions);
    return deletions.size() < limit;
  }

  /** The store takes a null for a deletion, though its types do not say so. */
  @SuppressWarnings("NullAway")
  static KeyValue<Bytes, byte[]> deletable(Bytes key, byte @Nullable [] value) {
    return new KeyValue<>(key, value);
  }

  /** Forgets what changed since the last flush. */
  public void discard() {
    touched.forEach(
        (key, entry) -> {
          if (entry.before == null && entry.now != null) {
            size--;
          } else if (entry.before != null && entry.now == null) {
            size++;
          }
        });
    touched.clear();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public Scan scan(byte @Nullable [] after) {
    Bytes from = after == null ? full(new byte[0]) : full(Arrays.copyOf(after, after.length + 1));
    return new StoreScan(store.range(from, full(lastKey())));
  }

  /** No key sorts behind this one: keys begin with a marker of 0 or 1. */
  private static byte[] lastKey() {
    return new byte[] {(byte) 0xff};
  }

  private static final class StoreScan implements Scan {
    private final KeyValueIterator<Bytes, byte[]> entries;
    private @Nullable KeyValue<Bytes, byte[]> entry;

    StoreScan(KeyValueIterator<Bytes, byte[]> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      entry = entries.hasNext() ? entries.next() : null;
      return entry != null;
    }

    @Override
    public byte[] key() {
      byte[] full = Objects.requireNonNull(entry).key.get();
      return Arrays.copyOfRange(full, PREFIX, full.length);
    }

    @Override
    public byte[] value() {
      return Objects.requireNonNull(entry).value;
    }

    @Override
    public void close() {
      entries.close();
    }
  }
}
