package io.heddle.merge.state;

/**
 * Tells keys that are certainly new from those that may be known (a Bloom filter), so that the
 * first rows of a dataset cost no reads. A cache: without it everything is looked up.
 */
public final class KeyFilter {
  /** 8 MiB: one key in a thousand is looked up for nothing at 5 million keys. */
  private static final int LONGS = 1 << 20;

  private static final long BITS_MASK = (long) LONGS * Long.SIZE - 1;
  private static final int PROBES = 4;

  private final long[] bits = new long[LONGS];

  boolean mightContain(byte[] key) {
    long hash = hash(key);
    long step = hash >>> 32 | 1;
    for (int i = 0; i < PROBES; i++) {
      long bit = hash & BITS_MASK;
      if ((bits[(int) (bit >>> 6)] & 1L << bit) == 0) {
        return false;
      }
      hash += step;
    }
    return true;
  }

  void add(byte[] key) {
    long hash = hash(key);
    long step = hash >>> 32 | 1;
    for (int i = 0; i < PROBES; i++) {
      long bit = hash & BITS_MASK;
      bits[(int) (bit >>> 6)] |= 1L << bit;
      hash += step;
    }
  }

  private static long hash(byte[] key) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : key) {
      hash = (hash ^ each) * 0x100000001b3L;
    }
    // FNV alone leaves the low bits poor.
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
