package io.heddle.merge.aggregate;

import io.heddle.merge.state.Journal;
import io.heddle.merge.state.KeyFilter;
import io.heddle.merge.state.SpaceRows;
import io.heddle.multiformats.DatasetId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of one partition.
 *
 * <p>What is written belongs to a step of one aggregate, which is kept or dropped as a whole.
 * Datasets and spaces of rows get short numbers, which are never used again. For the thread of the
 * partition's task.
 */
public final class AggregateStores {
  private static final Logger log = LoggerFactory.getLogger(AggregateStores.class);

  /** Begins the keys of parts; behind it stand the dataset's number and the part's name. */
  private static final byte PART = 'P';

  /** Behind all names of parts, as names are ASCII up to their first slash. */
  private static final String LAST_NAME = "\uffff";

  /** No key of a dataset stands before it: they begin with the codec of an Ed25519 key. */
  private static final Bytes FIRST_DATASET = Bytes.wrap(new byte[] {(byte) 0xed});

  private static final Bytes LAST_NUMBER = Bytes.wrap("#".getBytes(StandardCharsets.UTF_8));

  private final StepStore aggregates;
  private final StepStore rows;
  private final StepStore journal;

  public AggregateStores(
      KeyValueStore<Bytes, byte[]> aggregates,
      KeyValueStore<Bytes, byte[]> rows,
      KeyValueStore<Bytes, byte[]> journal) {
    this.aggregates = new StepStore(aggregates);
    this.rows = new StepStore(rows);
    this.journal = new StepStore(journal);
  }

  /** Writes what a step has changed; until then it is seen here alone. */
  public void keepStep() {
    rows.keep();
    journal.keep();
    aggregates.keep();
  }

  /** Forgets what a step has changed. */
  public void dropStep() {
    rows.drop();
    journal.drop();
    aggregates.drop();
  }

  private static Bytes key(DatasetId dataset) {
    return Bytes.wrap(dataset.toBytes());
  }

  /**
   * A dataset as it is kept, or a new one. What is unreadable is forgotten, as the chain tells all
   * of it; proposals that wait are kept in any case.
   */
  DatasetState load(DatasetId dataset) {
    byte[] main = aggregates.get(key(dataset));
    if (main == null) {
      return DatasetState.unknown(nextNumber());
    }
    try {
      int number = StateCodec.number(main);
      Map<String, byte[]> parts = parts(number);
      try {
        return StateCodec.decode(main, parts);
      } catch (IOException | RuntimeException e) {
        log.atError()
            .addKeyValue("dataset", dataset)
            .setCause(e)
            .log("A state is unreadable, reading the chain again");
        return emptied(number, parts.keySet(), StateCodec.oldSpaces(main));
      }
    } catch (IOException e) {
      log.atError()
          .addKeyValue("dataset", dataset)
          .setCause(e)
          .log("A state is damaged, reading the chain again");
      return DatasetState.unknown(nextNumber());
    }
  }

  /** Forgets a dataset but for the proposals that wait; the chain tells all of it. */
  public void forget(DatasetId dataset) {
    byte[] main = aggregates.get(key(dataset));
    if (main == null) {
      return;
    }
    try {
      int number = StateCodec.number(main);
      DatasetState state = emptied(number, parts(number).keySet(), StateCodec.oldSpaces(main));
      aggregates.put(key(dataset), StateCodec.encode(state, true));
    } catch (IOException e) {
      log.atError()
          .addKeyValue("dataset", dataset)
          .setCause(e)
          .log("Rows of a damaged state stay behind");
      aggregates.delete(key(dataset));
    }
  }

  /** What is left of an unreadable state: the proposals that wait, and rows to be removed. */
  private DatasetState emptied(int number, Set<String> parts, List<Integer> oldSpaces) {
    Set<Integer> garbage = new LinkedHashSet<>(oldSpaces);
    for (String name : parts) {
      Integer space = StateCodec.space(name);
      if (space != null) {
        garbage.add(space);
      }
      aggregates.delete(partKey(number, name));
    }
    for (Journal.Kind kind : List.of(Journal.Kind.UNDO, Journal.Kind.SEEN)) {
      Journal records = new Journal(journal, number, kind);
      records.numbers(Integer.MAX_VALUE).forEach(records::remove);
    }
    DatasetState state = DatasetState.unknown(number).withGarbage(List.copyOf(garbage));
    StateCodec.parts(state)
        .forEach(
            (name, part) -> aggregates.put(partKey(number, name), StateCodec.encodePart(part)));
    return state;
  }

  /**
   * Writes what has changed.
   *
   * @param before as it was loaded, or saved last
   */
  void save(DatasetId dataset, DatasetState before, DatasetState state, boolean active) {
    Map<String, Object> parts = StateCodec.parts(state);
    Map<String, Object> known = StateCodec.parts(before);
    parts.forEach(
        (name, part) -> {
          if (!part.equals(known.get(name))) {
            aggregates.put(partKey(state.number(), name), StateCodec.encodePart(part));
          }
        });
    for (String name : known.keySet()) {
      if (!parts.containsKey(name)) {
        aggregates.delete(partKey(state.number(), name));
      }
    }
    aggregates.put(key(dataset), StateCodec.encode(state, active));
  }

  private Map<String, byte[]> parts(int number) {
    Map<String, byte[]> parts = new HashMap<>();
    Bytes from = partKey(number, "");
    int prefix = from.get().length;
    try (KeyValueIterator<Bytes, byte[]> found =
        aggregates.range(from, partKey(number, LAST_NAME))) {
      while (found.hasNext()) {
        KeyValue<Bytes, byte[]> part = found.next();
        byte[] bytes = part.key.get();
        parts.put(
            new String(bytes, prefix, bytes.length - prefix, StandardCharsets.UTF_8), part.value);
      }
    }
    return parts;
  }

  private static Bytes partKey(int number, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return Bytes.wrap(
        ByteBuffer.allocate(1 + Integer.BYTES + text.length)
            .put(PART)
            .putInt(number)
            .put(text)
            .array());
  }

  /** The datasets that have something under way. */
  public List<DatasetId> active() {
    List<DatasetId> active = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = aggregates.range(FIRST_DATASET, null)) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> entry = all.next();
        if (StateCodec.isActive(entry.value)) {
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
