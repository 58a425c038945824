package io.heddle.merge.state;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells keys that are certainly new from those that may be known, so that the first rows of a
 * dataset cost no reads. A cache: without it everything is looked up.
 *
 * <p>A chain of Bloom filters, each larger than the one before, so that what it takes follows the
 * number of keys: 8 KiB for a few thousand, 8 MiB above a million. Not for several threads.
 */
public final class KeyFilter {
  private static final int FIRST_LONGS = 1 << 10;

  /** 8 MiB. The last filter is filled beyond its measure: more keys are looked up for nothing. */
  private static final int MOST_LONGS = 1 << 20;

  private static final int GROWTH = 4;

  /** At ten bits for a key about one in eighty is looked up for nothing. */
  private static final int BITS_PER_KEY = 10;

  private static final int PROBES = 4;

  private final List<Part> parts = new ArrayList<>(List.of(new Part(FIRST_LONGS)));

  /** Whether a key may have been added; a no is certain. */
  boolean mightContain(byte[] key) {
    long hash = hash(key);
    for (Part part : parts) {
      if (part.mightContain(hash)) {
        return true;
      }
    }
    return false;
  }

  void add(byte[] key) {
    Part last = parts.getLast();
    if (last.isFull() && last.bits.length < MOST_LONGS) {
      last = new Part(last.bits.length * GROWTH);
      parts.add(last);
    }
    last.add(hash(key));
  }

  /** What it takes of the heap. */
  long bytes() {
    return parts.stream().mapToLong(part -> (long) part.bits.length * Long.BYTES).sum();
  }

  private static final class Part {
    private final long[] bits;
    private final long mask;
    private long keys;

    Part(int longs) {
      bits = new long[longs];
      mask = (long) longs * Long.SIZE - 1;
    }

    boolean isFull() {
      return keys * BITS_PER_KEY > mask;
    }

    boolean mightContain(long hash) {
      long step = hash >>> 32 | 1;
      long place = hash;
      for (int i = 0; i < PROBES; i++) {
        long bit = place & mask;
        if ((bits[(int) (bit >>> 6)] & 1L << bit) == 0) {
          return false;
        }
        place += step;
      }
      return true;
    }

    void add(long hash) {
      long step = hash >>> 32 | 1;
      long place = hash;
      for (int i = 0; i < PROBES; i++) {
        long bit = place & mask;
        bits[(int) (bit >>> 6)] |= 1L << bit;
        place += step;
      }
      keys++;
    }
  }

  private static long hash(byte[] key) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : key) {
      hash = (hash ^ each & 0xff) * 0x100000001b3L;
    }
    // FNV alone leaves the low bits poor.
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
