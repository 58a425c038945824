package io.heddle.chain;

import io.heddle.multiformats.Multihash;

/** What lies under a block's name. */
public sealed interface BlockLookup {
  record Found(StoredBlock block, int size) implements BlockLookup {}

  record Missing(Multihash hash) implements BlockLookup {}

  /** Bytes that are not those of the block (rule 6). */
  record WrongBytes(Multihash expected, Multihash actual) implements BlockLookup {}

  /** The right bytes, which nobody can read. */
  record Malformed(Multihash hash, String reason) implements BlockLookup {}

  /**
   * The block.
   *
   * @throws ChainException (BlockNotFound, BlockMalformed) when it is none
   */
  default StoredBlock orThrow() {
    return switch (this) {
      case Found(StoredBlock block, int size) -> block;
      case Missing(Multihash hash) ->
          throw new ChainException(
              RuleCategory.BlockNotFound, "block %s is not in the store".formatted(hash));
      case WrongBytes(Multihash expected, Multihash actual) ->
          throw new ChainException(
              RuleCategory.BlockMalformed,
              "what is stored as block %s has the hash %s".formatted(expected, actual));
      case Malformed(Multihash hash, String reason) ->
          throw new ChainException(
              RuleCategory.BlockMalformed, "block %s: %s".formatted(hash, reason));
    };
  }
}
