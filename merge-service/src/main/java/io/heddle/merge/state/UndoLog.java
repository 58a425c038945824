package io.heddle.merge.state;

import io.heddle.merge.row.ByteSink;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What the rows were before an open ingestion changed them, in parts of bounded size. Played back
 * from the last part to the first, it brings the state back to where the ingestion began.
 */
public final class UndoLog {
  private static final int PART_BYTES = 256 * 1024;
  private static final int ABSENT = 0;
  private static final int PRESENT = 1;

  private final Journal journal;
  private final ByteSink part = new ByteSink();
  private long parts;
  private long bytes;

  /**
   * @param parts how many there are
   * @param bytes how large they are together
   */
  public UndoLog(Journal journal, long parts, long bytes) {
    this.journal = journal;
    this.parts = parts;
    this.bytes = bytes;
  }

  public long parts() {
    return parts;
  }

  public long bytes() {
    return bytes;
  }

  /** Notes what an entry was; null: there was none. */
  public void add(Bytes key, byte @Nullable [] before) {
    int size = key.get().length + (before == null ? 0 : before.length);
    if (part.length() > 0 && part.length() + size > PART_BYTES) {
      write();
    }
    part.putVarint(key.get().length);
    part.put(key.get());
    if (before == null) {
      part.put(ABSENT);
    } else {
      part.put(PRESENT);
      part.putVarint(before.length);
      part.put(before);
    }
  }

  /** Writes what was noted since the last part; to be called at the end of each batch. */
  public void write() {
    if (part.length() > 0) {
      journal.put(parts++, part.toArray());
      bytes += part.length();
      part.clear();
    }
  }

  /** Forgets what was noted since the last part was written. */
  public void discard() {
    part.clear();
  }

  /** Forgets everything. */
  public void clear() {
    part.clear();
    journal.removeAll(0, parts);
    parts = 0;
    bytes = 0;
  }

  /** Takes the last part back: the rows are as they were before it. */
  public void playBackLast(KeyValueStore<Bytes, byte[]> rows) {
    parts--;
    ByteBuffer buffer = ByteBuffer.wrap(Objects.requireNonNull(journal.get(parts), "undo part"));
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    while (buffer.hasRemaining()) {
      byte[] key = new byte[varint(buffer)];
      buffer.get(key);
      byte[] before = null;
      if (buffer.get() == PRESENT) {
        before = new byte[varint(buffer)];
        buffer.get(before);
      }
      entries.add(SpaceRows.deletable(Bytes.wrap(key), before));
    }
    rows.putAll(entries);
    journal.remove(parts);
  }

  private static int varint(ByteBuffer buffer) {
    int value = 0;
    int shift = 0;
    while (true) {
      int each = buffer.get();
      value |= (each & 0x7f) << shift;
      if (each >= 0) {
        return value;
      }
      shift += 7;
    }
  }
}
