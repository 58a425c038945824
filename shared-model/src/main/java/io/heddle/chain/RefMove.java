package io.heddle.chain;

import io.heddle.objectstore.ObjectStoreException;
import org.jspecify.annotations.Nullable;

/** How the conditional move of a reference ended. */
public sealed interface RefMove {
  /** The reference points to the new block. */
  record Moved(BlockRef ref) implements RefMove {}

  /** The reference does not point where it was expected to; nothing was changed. */
  record Conflict(@Nullable BlockRef found) implements RefMove {}

  /**
   * Nobody knows: the answer was lost and the reference now points elsewhere, perhaps already
   * beyond the new block. Look whether that is among the ancestors of what it points to.
   */
  record Unknown(@Nullable BlockRef found, ObjectStoreException cause) implements RefMove {}
}
