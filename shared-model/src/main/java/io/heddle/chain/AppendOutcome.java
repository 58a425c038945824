package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import org.jspecify.annotations.Nullable;

/** How appending a block ended. */
public sealed interface AppendOutcome {
  record Appended(Multihash hash) implements AppendOutcome {}

  /** The block breaks a rule; nothing was stored. */
  record Refused(Violation violation) implements AppendOutcome {}

  /** The block has another hash than the caller expected; nothing was stored. */
  record HashMismatch(Multihash expected, Multihash actual) implements AppendOutcome {}

  /** The reference is not where the caller expected it; the block is stored but not referenced. */
  record RefMoved(Multihash hash, @Nullable Multihash found) implements AppendOutcome {}
}
