package io.heddle.verify;

/** Hears how far a verification is; called from several threads. */
public interface VerifyProgress {
  VerifyProgress NONE = new VerifyProgress() {};

  /** Blocks are first read from the head back to the Seed. */
  default void blocksRead(long blocks) {}

  /** {@code slices} and {@code records} are totals so far. */
  default void slicesChecked(long slices, long records) {}

  default void found(Finding finding) {}
}
