package io.heddle.merge.state;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * One dataset's numbered records of a kind: undo records, seen keys, waiting proposals. The numbers
 * are kept by whoever uses them.
 */
public final class Journal {
  /** The kinds of records; the code stands in their keys. */
  public enum Kind {
    UNDO('U'),
    SEEN('S'),
    WAITING('W');

    private final byte code;

    Kind(char code) {
      this.code = (byte) code;
    }
  }

  private final KeyValueStore<Bytes, byte[]> store;
  private final int dataset;
  private final Kind kind;

  /**
   * @param dataset the number that the dataset has in this store
   */
  public Journal(KeyValueStore<Bytes, byte[]> store, int dataset, Kind kind) {
    this.store = store;
    this.dataset = dataset;
    this.kind = kind;
  }

  private Bytes key(long number) {
    return Bytes.wrap(
        ByteBuffer.allocate(Integer.BYTES + 1 + Long.BYTES)
            .putInt(dataset)
            .put(kind.code)
            .putLong(number)
            .array());
  }

  public void put(long number, byte[] record) {
    store.put(key(number), record);
  }

  public byte @Nullable [] get(long number) {
    return store.get(key(number));
  }

  public void remove(long number) {
    store.delete(key(number));
  }

  /** Removes the records from {@code from} to {@code to}, exclusive. */
  public void removeAll(long from, long to) {
    List<KeyValue<Bytes, byte[]>> deletions = new ArrayList<>();
    for (long number = from; number < to; number++) {
      deletions.add(SpaceRows.deletable(key(number), null));
    }
    store.putAll(deletions);
  }

  /** The numbers of the records there are, ascending, at most {@code limit}. */
  public List<Long> numbers(int limit) {
    List<Long> numbers = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> records = store.range(key(0), key(Long.MAX_VALUE))) {
      while (numbers.size() < limit && records.hasNext()) {
        numbers.add(ByteBuffer.wrap(records.next().key.get()).getLong(Integer.BYTES + 1));
      }
    }
    return numbers;
  }
}
