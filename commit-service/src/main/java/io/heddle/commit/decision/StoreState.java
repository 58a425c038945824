package io.heddle.commit.decision;

/** Knows whether the object store answers at all. */
public interface StoreState {
  /** Comes back at once. */
  boolean answers();
}
