package io.heddle.merge.strategy;

import io.heddle.merge.row.ByteSink;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The keys that an open Snapshot ingestion has seen, each as 128 bits of hash with 64 bits of hash
 * of its row. Kept in a table for speed ({@link LongTable}: a file once they are many), and handed
 * out packed to be kept in a store as well, from which it is filled again after a restart. Not for
 * several threads.
 */
public final class SeenKeys {
  /** Bytes of one packed entry. */
  public static final int ENTRY_BYTES = 3 * Long.BYTES;

  private static final long LONGS = 3;
  private static final int FIRST_SLOTS = 1 << 10;

  /** What a key that comes is to those that came before. */
  enum Sighting {
    NEW,
    /** The very same row again. */
    REPEATED,
    /** The same key with another row. */
    CONFLICTING
  }

  private final MessageDigest sha256 = sha256();
  private final ByteSink rowWithFlag = new ByteSink();

  /** Open addressing; three longs for each slot, all zero where it is free. */
  private LongTable slots;

  private final Path folder;
  private int size;
  private final ByteSink unsaved = new ByteSink();

  /**
   * @param folder for what does not fit into the heap
   */
  public SeenKeys(Path folder) {
    this.folder = folder;
    this.slots = LongTable.of(FIRST_SLOTS * LONGS, folder);
  }

  /** Forgets that an entry is unsaved; returns all that came since the last call, packed. */
  public byte[] takeUnsaved() {
    byte[] packed = unsaved.toArray();
    unsaved.clear();
    return packed;
  }

  /** Adds entries that were packed before. */
  public void load(byte[] packed) {
    ByteBuffer buffer = ByteBuffer.wrap(packed);
    while (buffer.hasRemaining()) {
      long high = buffer.getLong();
      long low = buffer.getLong();
      long row = buffer.getLong();
      insert(high, low, row);
    }
  }

  public int size() {
    return size;
  }

  Sighting add(byte[] key, ByteSink row, boolean hasEventTime) {
    byte[] keyHash = sha256.digest(key);
    ByteBuffer buffer = ByteBuffer.wrap(keyHash);
    long high = nonZero(buffer.getLong());
    long low = buffer.getLong();
    rowWithFlag.clear();
    rowWithFlag.put(hasEventTime ? 1 : 0);
    rowWithFlag.digestInto(sha256);
    row.digestInto(sha256);
    byte[] rowDigest = sha256.digest();
    long rowHash = ByteBuffer.wrap(rowDigest).getLong();
    long slot = find(high, low);
    if (slots.get(slot) != 0) {
      return slots.get(slot + 2) == rowHash ? Sighting.REPEATED : Sighting.CONFLICTING;
    }
    insert(high, low, rowHash);
    unsaved.put(
        ByteBuffer.allocate(ENTRY_BYTES).putLong(high).putLong(low).putLong(rowHash).array());
    return Sighting.NEW;
  }

  boolean contains(byte[] key) {
    ByteBuffer buffer = ByteBuffer.wrap(sha256.digest(key));
    return slots.get(find(nonZero(buffer.getLong()), buffer.getLong())) != 0;
  }

  /** Zero marks a free slot. */
  private static long nonZero(long hash) {
    return hash == 0 ? 1 : hash;
  }

  private void insert(long high, long low, long row) {
    if (size * 3L >= slots.size() / LONGS * 2L) {
      grow();
    }
    long slot = find(high, low);
    if (slots.get(slot) == 0) {
      size++;
    }
    set(slot, high, low, row);
  }

  private void set(long slot, long high, long low, long row) {
    slots.set(slot, high);
    slots.set(slot + 1, low);
    slots.set(slot + 2, row);
  }

  private long find(long high, long low) {
    long count = slots.size() / LONGS;
    long slot = low & count - 1;
    while (slots.get(slot * LONGS) != 0
        && (slots.get(slot * LONGS) != high || slots.get(slot * LONGS + 1) != low)) {
      slot = slot + 1 & count - 1;
    }
    return slot * LONGS;
  }

  private void grow() {
    LongTable old = slots;
    slots = LongTable.of(Math.multiplyExact(old.size(), 2L), folder);
    for (long i = 0; i < old.size(); i += LONGS) {
      long high = old.get(i);
      if (high != 0) {
        long low = old.get(i + 1);
        set(find(high, low), high, low, old.get(i + 2));
      }
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
