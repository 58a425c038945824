package io.heddle.odf;

/** A closed interval of record offsets (unsigned); both ends are included. */
public record OffsetInterval(long start, long end) {
  /** The number of records in the interval. */
  public long length() {
    return end - start + 1;
  }
}
