package io.heddle.merge.aggregate;

import io.heddle.kafka.TopicLayout;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store and, over it, what the current step of an aggregate has written: seen by whoever reads
 * here, but in the store itself only once the step is kept. A step that fails leaves no trace. For
 * the thread of the partition's task.
 */
final class StepStore implements KeyValueStore<Bytes, byte[]> {
  /** What an entry must not exceed, since its changelog record would not be taken. */
  static final int MAX_ENTRY_BYTES = TopicLayout.MAX_MESSAGE_BYTES - 16 * 1024;

  private final KeyValueStore<Bytes, byte[]> store;

  /** By key; empty: deleted. May change while it is iterated over. */
  private final NavigableMap<Bytes, Optional<byte[]>> changes = new ConcurrentSkipListMap<>();

  StepStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Writes what the step has changed. */
  void keep() {
    if (changes.isEmpty()) {
      return;
    }
    List<KeyValue<Bytes, byte[]>> all = new ArrayList<>(changes.size());
    changes.forEach((key, value) -> all.add(entry(key, value.orElse(null))));
    store.putAll(all);
    changes.clear();
  }

  /** Forgets what the step has changed. */
  void drop() {
    changes.clear();
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    Optional<byte[]> changed = changes.get(key);
    return changed == null ? store.get(key) : changed.orElse(null);
  }

  /**
   * @throws IngestException (LimitExceeded) when the entry is too large for the changelog
   */
  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    if (value != null && key.get().length + value.length > MAX_ENTRY_BYTES) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "an entry of the dataset's state would take %d bytes; it may take %d"
              .formatted(key.get().length + value.length, MAX_ENTRY_BYTES));
    }
    changes.put(key, Optional.ofNullable(value));
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
    byte[] before = get(key);
    if (before == null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte @Nullable [] delete(Bytes key) {
    byte[] before = get(key);
    put(key, null);
    return before;
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
    NavigableMap<Bytes, Optional<byte[]>> within = changes;
    if (from != null) {
      within = within.tailMap(from, true);
    }
    if (to != null) {
      within = within.headMap(to, true);
    }
    return new Merged(store.range(from, to), within.entrySet().iterator());
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return range(null, null);
  }

  /** The store takes a null for a deletion, though its types do not say so. */
  @SuppressWarnings("NullAway")
  private static KeyValue<Bytes, byte[]> entry(Bytes key, byte @Nullable [] value) {
    return new KeyValue<>(key, value);
  }

  /** Two ordered sequences as one; where both have a key, the change counts. */
  private static final class Merged implements KeyValueIterator<Bytes, byte[]> {
    private final KeyValueIterator<Bytes, byte[]> stored;
    private final Iterator<Map.Entry<Bytes, Optional<byte[]>>> changed;
    private @Nullable KeyValue<Bytes, byte[]> nextStored;
    private Map.@Nullable Entry<Bytes, Optional<byte[]>> nextChanged;
    private @Nullable KeyValue<Bytes, byte[]> next;

    Merged(
        KeyValueIterator<Bytes, byte[]> stored,
        Iterator<Map.Entry<Bytes, Optional<byte[]>>> changed) {
      this.stored = stored;
      this.changed = changed;
      this.nextStored = stored.hasNext() ? stored.next() : null;
      this.nextChanged = changed.hasNext() ? changed.next() : null;
      this.next = find();
    }

    private @Nullable KeyValue<Bytes, byte[]> find() {
      while (nextChanged != null) {
        Map.Entry<Bytes, Optional<byte[]>> change = nextChanged;
        int order = nextStored == null ? 1 : nextStored.key.compareTo(change.getKey());
        if (order < 0) {
          break;
        }
        if (order == 0) {
          nextStored = stored.hasNext() ? stored.next() : null;
        }
        nextChanged = changed.hasNext() ? changed.next() : null;
        if (change.getValue().isPresent()) {
          return new KeyValue<>(change.getKey(), change.getValue().get());
        }
      }
      KeyValue<Bytes, byte[]> found = nextStored;
      nextStored = stored.hasNext() ? stored.next() : null;
      return found;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      KeyValue<Bytes, byte[]> found = next;
      if (found == null) {
        throw new NoSuchElementException();
      }
      next = find();
      return found;
    }

    @Override
    public Bytes peekNextKey() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      return next.key;
    }

    @Override
    public void close() {
      stored.close();
    }
  }

  // What Kafka Streams asks of a store goes to the one below.

  @Override
  public long approximateNumEntries() {
    return store.approximateNumEntries();
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    store.init(context, root);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public boolean persistent() {
    return store.persistent();
  }

  @Override
  public boolean isOpen() {
    return store.isOpen();
  }
}
