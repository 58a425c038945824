package io.heddle.commit;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainException;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefMove;
import io.heddle.chain.RefName;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores data files, then blocks, then moves the head, if it still is where the decision says.
 *
 * <p>May be called again and again for one decision, after any failure and from any process:
 * whether it has been done is answered by what the chain holds. Trouble with the store is an {@link
 * ObjectStoreException}, after which nobody knows yet.
 */
public final class Committer {
  /** How often the head may be refused although it is what it was read as. */
  private static final int MAX_REFUSALS = 3;

  private final DatasetStorage storage;
  private final MetadataChain chain;

  public Committer(DatasetStorage storage) {
    this.storage = storage;
    this.chain = new MetadataChain(storage);
  }

  public CommitOutcome commit(PlannedCommit plan) {
    BlockRef head = storage.references().head().orElse(null);
    boolean stored = false;
    int refusals = 0;
    while (Objects.equals(target(head), plan.baseHash())) {
      if (refusals == MAX_REFUSALS) {
        throw new ObjectStoreException(
            ObjectStoreException.Kind.UNAVAILABLE,
            ("the store refuses to move refs/head from %s, where it says it is; if the objects were"
                    + " copied into the store behind its back, copy them through it")
                .formatted(plan.baseHash()));
      }
      if (!stored) {
        plan.files().forEach(f -> storage.put(StorageArea.DATA, f.physicalHash(), f.path()));
        plan.blocks().forEach(block -> storage.putBlock(block.bytes()));
        stored = true;
      }
      switch (storage.references().move(RefName.HEAD, head, plan.last().hash())) {
        case RefMove.Moved moved -> {
          PlannedBlock last = plan.last();
          chain.noteGrowth(last.hash(), last.block().sequenceNumber(), plan.blocks().size());
          return new CommitOutcome.Committed(plan.announced(), false);
        }
        // Ours, somebody else's, or the base again with another version.
        case RefMove.Conflict(BlockRef found) -> {
          head = found;
          refusals++;
        }
        case RefMove.Unknown(BlockRef found, ObjectStoreException cause) -> {
          if (Objects.equals(target(found), plan.baseHash())) {
            throw cause;
          }
          head = found;
        }
      }
    }
    return look(plan, target(head));
  }

  /** Decides by what the chain holds, now that the head is not the base. */
  private CommitOutcome look(PlannedCommit plan, @Nullable Multihash head) {
    if (head == null) {
      return new CommitOutcome.Rejected(null, "the dataset has no head (any more)");
    }
    if (head.equals(plan.last().hash())) {
      return new CommitOutcome.Committed(plan.announced(), true);
    }
    try {
      List<CommittedBlock> found = inPlaceOf(plan, head);
      return found.isEmpty()
          ? new CommitOutcome.Rejected(head, "the head was moved by somebody else")
          : new CommitOutcome.Committed(found, true);
    } catch (ChainException e) {
      return new CommitOutcome.Rejected(
          head, "the head was moved to a chain that cannot be read: " + e.getMessage());
    }
  }

  /** The blocks of the chain that say what the planned ones say; empty if they do not. */
  private List<CommittedBlock> inPlaceOf(PlannedCommit plan, Multihash head) {
    long last = plan.last().block().sequenceNumber();
    List<CommittedBlock> found = new ArrayList<>();
    for (StoredBlock block : chain.backwards(head)) {
      long number = block.block().sequenceNumber();
      if (number > last) {
        continue;
      }
      int position = plan.blocks().size() - 1 - found.size();
      PlannedBlock planned = plan.blocks().get(position);
      if (!planned.saysTheSameAs(block.block())) {
        return List.of();
      }
      found.add(new CommittedBlock(block.hash(), block.block()));
      if (position == 0) {
        Collections.reverse(found);
        return Objects.equals(block.block().prevBlockHash(), plan.baseHash()) ? found : List.of();
      }
    }
    return List.of();
  }

  private static @Nullable Multihash target(@Nullable BlockRef ref) {
    return ref == null ? null : ref.target();
  }
}
