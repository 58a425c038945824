package io.heddle.merge.aggregate;

import io.heddle.merge.state.Journal;
import io.heddle.merge.state.KeyFilter;
import io.heddle.merge.state.SpaceRows;
import io.heddle.multiformats.DatasetId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The stores of one partition.
 *
 * <p>Datasets and spaces of rows get short numbers, which are never used again. For the thread of
 * the partition's task.
 */
public final class AggregateStores {
  private static final Bytes LAST_NUMBER = Bytes.wrap("#".getBytes(StandardCharsets.UTF_8));

  private final KeyValueStore<Bytes, byte[]> aggregates;
  private final KeyValueStore<Bytes, byte[]> rows;
  private final KeyValueStore<Bytes, byte[]> journal;

  public AggregateStores(
      KeyValueStore<Bytes, byte[]> aggregates,
      KeyValueStore<Bytes, byte[]> rows,
      KeyValueStore<Bytes, byte[]> journal) {
    this.aggregates = aggregates;
    this.rows = rows;
    this.journal = journal;
  }

  private static Bytes key(DatasetId dataset) {
    return Bytes.wrap(dataset.toBytes());
  }

  Optional<DatasetState> load(DatasetId dataset) {
    byte[] bytes = aggregates.get(key(dataset));
    return bytes == null ? Optional.empty() : StateCodec.decode(bytes);
  }

  void save(DatasetId dataset, DatasetState state, boolean active) {
    aggregates.put(key(dataset), StateCodec.encode(state, active));
  }

  /** The datasets that have something under way. */
  public List<DatasetId> active() {
    List<DatasetId> active = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = aggregates.all()) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> entry = all.next();
        if (!entry.key.equals(LAST_NUMBER) && StateCodec.isActive(entry.value)) {
          active.add(DatasetId.fromBytes(entry.key.get()));
        }
      }
    }
    return active;
  }

  /** A number that no dataset and no space of this partition ever had. */
  int nextNumber() {
    byte[] last = aggregates.get(LAST_NUMBER);
    int next = last == null ? 1 : Math.incrementExact(ByteBuffer.wrap(last).getInt());
    aggregates.put(LAST_NUMBER, ByteBuffer.allocate(Integer.BYTES).putInt(next).array());
    return next;
  }

  Journal journal(DatasetState state, Journal.Kind kind) {
    return new Journal(journal, state.number(), kind);
  }

  SpaceRows rows(View view, int entryBytes, @Nullable KeyFilter filter) {
    return new SpaceRows(rows, view.space(), view.rows(), entryBytes, filter);
  }

  KeyValueStore<Bytes, byte[]> rows() {
    return rows;
  }

  /**
   * Removes rows of a space that is no longer used.
   *
   * @param limit at most how many
   * @return whether it is empty now
   */
  boolean empty(int space, int limit) {
    return SpaceRows.empty(rows, space, limit);
  }
}
