package io.heddle.merge.strategy;

import io.heddle.merge.row.ByteSink;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The keys that an open Snapshot ingestion has seen, each as 128 bits of hash with 64 bits of hash
 * of its row. Kept in the heap for speed, and handed out packed to be kept in a store as well, from
 * which it is filled again after a restart. Not for several threads.
 */
public final class SeenKeys {
  /** Bytes of one packed entry. */
  public static final int ENTRY_BYTES = 3 * Long.BYTES;

  private static final int LONGS = 3;
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
  private long[] slots = new long[FIRST_SLOTS * LONGS];

  private int size;
  private final ByteSink unsaved = new ByteSink();

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
    int slot = find(high, low);
    if (slots[slot] != 0) {
      return slots[slot + 2] == rowHash ? Sighting.REPEATED : Sighting.CONFLICTING;
    }
    insert(high, low, rowHash);
    unsaved.put(
        ByteBuffer.allocate(ENTRY_BYTES).putLong(high).putLong(low).putLong(rowHash).array());
    return Sighting.NEW;
  }

  boolean contains(byte[] key) {
    ByteBuffer buffer = ByteBuffer.wrap(sha256.digest(key));
    return slots[find(nonZero(buffer.getLong()), buffer.getLong())] != 0;
  }

  /** Zero marks a free slot. */
  private static long nonZero(long hash) {
    return hash == 0 ? 1 : hash;
  }

  private void insert(long high, long low, long row) {
    if (size * 3L >= slots.length / LONGS * 2L) {
      grow();
    }
    int slot = find(high, low);
    if (slots[slot] == 0) {
      size++;
    }
    slots[slot] = high;
    slots[slot + 1] = low;
    slots[slot + 2] = row;
  }

  private int find(long high, long low) {
    int count = slots.length / LONGS;
    int slot = (int) (low & count - 1);
    while (slots[slot * LONGS] != 0
        && (slots[slot * LONGS] != high || slots[slot * LONGS + 1] != low)) {
      slot = slot + 1 & count - 1;
    }
    return slot * LONGS;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[Math.multiplyExact(old.length, 2)];
    for (int i = 0; i < old.length; i += LONGS) {
      if (old[i] != 0) {
        int slot = find(old[i], old[i + 1]);
        System.arraycopy(old, i, slots, slot, LONGS);
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
