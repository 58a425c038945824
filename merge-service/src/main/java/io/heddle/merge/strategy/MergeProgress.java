package io.heddle.merge.strategy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a strategy carries from batch to batch, apart from rows. Not for several threads. */
public final class MergeProgress {
  private long seen;
  private long differing;
  private long unknownDeletes;
  private @Nullable Map<String, Object> exampleKey;
  private byte @Nullable [] openCorrection;
  private byte @Nullable [] scannedUpTo;
  private long scanned;

  public MergeProgress() {}

  public MergeProgress(Saved saved) {
    seen = saved.seen;
    differing = saved.differing;
    unknownDeletes = saved.unknownDeletes;
    exampleKey = saved.exampleKey;
    openCorrection = saved.openCorrection;
    scannedUpTo = saved.scannedUpTo;
    scanned = saved.scanned;
  }

  /**
   * The same as a value.
   *
   * @param seen rows whose key was known
   * @param differing those of them that came with other values
   * @param unknownDeletes deletions of keys that were not there
   * @param exampleKey the key of the first differing row
   * @param openCorrection the key of a correct-from whose correct-to has not come yet
   * @param scannedUpTo how far the scan at the end has come
   * @param scanned how many keys that was
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Saved(
      long seen,
      long differing,
      long unknownDeletes,
      @Nullable Map<String, Object> exampleKey,
      byte @Nullable [] openCorrection,
      byte @Nullable [] scannedUpTo,
      long scanned) {}

  public Saved save() {
    return new Saved(
        seen, differing, unknownDeletes, exampleKey, openCorrection, scannedUpTo, scanned);
  }

  public long seen() {
    return seen;
  }

  public long differing() {
    return differing;
  }

  public long unknownDeletes() {
    return unknownDeletes;
  }

  public @Nullable Map<String, Object> exampleKey() {
    return exampleKey;
  }

  void countSeen() {
    seen++;
  }

  boolean hasExample() {
    return exampleKey != null;
  }

  void countDiffering() {
    differing++;
  }

  void example(Map<String, Object> key) {
    exampleKey = key;
  }

  void countUnknownDelete() {
    unknownDeletes++;
  }

  byte @Nullable [] openCorrection() {
    return openCorrection;
  }

  void openCorrection(byte @Nullable [] key) {
    openCorrection = key;
  }

  byte @Nullable [] scannedUpTo() {
    return scannedUpTo;
  }

  /** How many keys of the state the scan at the end has looked at. */
  public long scanned() {
    return scanned;
  }

  void scanned(byte[] key) {
    scannedUpTo = key;
    scanned++;
  }
}
