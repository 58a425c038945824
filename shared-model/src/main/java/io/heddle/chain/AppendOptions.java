package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to append a block.
 *
 * @param validate whether to check the rules
 * @param ref the reference to move; null: none, as for all but the last block of a transaction
 * @param refCheck what must hold for the reference to be moved
 * @param expectedHash the hash that the block must have; null: any
 * @param bytes the block as it was serialized elsewhere; null: serialize it
 */
public record AppendOptions(
    boolean validate,
    @Nullable RefName ref,
    RefCheck refCheck,
    @Nullable Multihash expectedHash,
    byte @Nullable [] bytes) {

  /** Checks everything and moves the head from the previous block. */
  public static final AppendOptions DEFAULT =
      new AppendOptions(true, RefName.HEAD, new RefCheck.Previous(), null, null);

  /** Checks everything and leaves the references alone. */
  public static final AppendOptions UNREFERENCED =
      new AppendOptions(true, null, new RefCheck.Previous(), null, null);

  /** Where a reference must point before it is moved. */
  public sealed interface RefCheck {
    /** To the block's previous one; for a first block it must not exist. */
    record Previous() implements RefCheck {}

    /** To this block; null: it must not exist. */
    record At(@Nullable Multihash target) implements RefCheck {}

    record Anywhere() implements RefCheck {}

    default boolean holds(@Nullable Multihash found, @Nullable Multihash previous) {
      return switch (this) {
        case Previous p -> Objects.equals(found, previous);
        case At(Multihash target) -> Objects.equals(found, target);
        case Anywhere a -> true;
      };
    }
  }

  public AppendOptions withExpectedHash(@Nullable Multihash hash) {
    return new AppendOptions(validate, ref, refCheck, hash, bytes);
  }

  public AppendOptions withRefCheck(RefCheck check) {
    return new AppendOptions(validate, ref, check, expectedHash, bytes);
  }

  public AppendOptions withRef(RefName name) {
    return new AppendOptions(validate, name, refCheck, expectedHash, bytes);
  }
}
