package io.heddle.verify;

import io.heddle.chain.BlockLookup;
import io.heddle.chain.ChainException;
import io.heddle.chain.ChainRules;
import io.heddle.chain.ChainRules.Origin;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StoredBlock;
import io.heddle.chain.Violation;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.MetadataEvent;
import io.heddle.verify.Finding.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the chain of one dataset from a head hash that the caller trusts ("Verification of a
 * chain"). First the blocks are followed back to the Seed, which proves that they are the ones;
 * then they are checked from the oldest on, each against the summary of those before, while the
 * files they name are read by a bounded number of threads.
 *
 * <p>Whatever the store holds, this ends: a block is never visited twice.
 */
public final class ChainVerifier {
  /** Blocks that are kept from the first pass for the second. */
  private static final int KEPT_BLOCKS = 20_000;

  private final DatasetStorage storage;
  private final VerifyOptions options;

  public ChainVerifier(DatasetStorage storage, VerifyOptions options) {
    this.storage = storage;
    this.options = options;
  }

  public VerificationReport verify(Multihash head) {
    return verify(head, VerifyProgress.NONE);
  }

  /**
   * @throws ObjectStoreException when the store cannot be read at all
   */
  public VerificationReport verify(Multihash head, VerifyProgress progress) {
    Findings findings = new Findings(options, progress);
    Ancestry ancestry = follow(head, findings, progress);
    SliceChecks slices = new SliceChecks(storage, options, findings, progress);
    boolean complete = ancestry.reachesSeed;
    ChainSummary last = null;
    try (slices) {
      if (!findings.stop()) {
        last = check(ancestry, findings, slices);
      }
    }
    if (last != null && options.wants(Check.History) && !findings.stop()) {
      new HistoryCheck(storage, findings).run(ancestry.oldestFirst(), last);
    }
    return new VerificationReport(
        head,
        ancestry.hashes.size(),
        slices.slices(),
        slices.records(),
        complete && !findings.stop(),
        findings.inOrder());
  }

  /** What the way back from the head brought to light, newest first. */
  private final class Ancestry {
    private final List<Multihash> hashes = new ArrayList<>();
    private final List<StoredBlock> kept = new ArrayList<>();
    private boolean reachesSeed;

    /** Blocks that were proved before are read again without much ado. */
    StoredBlock block(int index) {
      return index < kept.size() ? kept.get(index) : storage.block(hashes.get(index)).orThrow();
    }

    Iterable<StoredBlock> oldestFirst() {
      return () ->
          IntStream.iterate(hashes.size() - 1, i -> i >= 0, i -> i - 1)
              .mapToObj(this::block)
              .iterator();
    }
  }

  private Ancestry follow(Multihash head, Findings findings, VerifyProgress progress) {
    Ancestry ancestry = new Ancestry();
    Set<Multihash> visited = new HashSet<>();
    StoredBlock successor = null;
    Multihash next = head;
    while (next != null) {
      if (!visited.add(next)) {
        findings.add(broken(FindingCode.SEQUENCE_GAP, next, successor, "the chain is a circle"));
        return ancestry;
      }
      StoredBlock block = lookup(next, successor, findings).orElse(null);
      if (block == null) {
        return ancestry;
      }
      ancestry.hashes.add(block.hash());
      if (ancestry.kept.size() < KEPT_BLOCKS) {
        ancestry.kept.add(block);
      }
      progress.blocksRead(ancestry.hashes.size());
      successor = block;
      next = block.block().prevBlockHash();
    }
    ancestry.reachesSeed = true;
    return ancestry;
  }

  private Optional<StoredBlock> lookup(
      Multihash hash, @Nullable StoredBlock successor, Findings findings) {
    switch (storage.block(hash)) {
      case BlockLookup.Found(StoredBlock block, int size) -> {
        return Optional.of(block);
      }
      case BlockLookup.Missing missing ->
          findings.add(
              broken(FindingCode.BLOCK_MISSING, hash, successor, "the block is not in the store"));
      case BlockLookup.WrongBytes(Multihash expected, Multihash actual) ->
          findings.add(
              new Finding(
                  FindingCode.BLOCK_HASH_MISMATCH,
                  Severity.ERROR,
                  numberBefore(successor),
                  hash,
                  "blocks/" + hash,
                  expected.toString(),
                  actual.toString(),
                  "what is stored as the block has another hash"));
      case BlockLookup.Malformed(Multihash h, String reason) ->
          findings.add(broken(FindingCode.BLOCK_MALFORMED, hash, successor, reason));
    }
    return Optional.empty();
  }

  private static Finding broken(
      FindingCode code, Multihash hash, @Nullable StoredBlock successor, String message) {
    return new Finding(
        code, Severity.ERROR, numberBefore(successor), hash, "blocks/" + hash, null, null, message);
  }

  /** The number that a block must have by its successor's. */
  private static @Nullable Long numberBefore(@Nullable StoredBlock successor) {
    return successor == null ? null : (Long) (successor.block().sequenceNumber() - 1);
  }

  /** Checks from the oldest block on; the result is the summary at the head, if there is one. */
  private @Nullable ChainSummary check(Ancestry ancestry, Findings findings, SliceChecks slices) {
    ChainSummary before = null;
    boolean summed = ancestry.reachesSeed;
    InputCheck inputs = new InputCheck(options.inputs(), findings);
    for (StoredBlock block : ancestry.oldestFirst()) {
      if (findings.stop()) {
        return null;
      }
      if (summed) {
        rules(block, before, findings, inputs);
        before = after(block, before);
        summed = before != null;
      }
      files(block, before, slices);
    }
    return before;
  }

  private void rules(
      StoredBlock block, @Nullable ChainSummary before, Findings findings, InputCheck inputs) {
    if (block.block().event() instanceof MetadataEvent.Unknown(int tag)) {
      findings.unchecked(
          block, null, "the event, tag %d, is of a later specification".formatted(tag));
    }
    Predicate<Violation> asked = violation -> options.wants(Check.of(violation.rule()));
    ChainRules.violations(block.block(), before, Origin.FOUND)
        .filter(asked)
        .findFirst()
        .ifPresent(violation -> findings.add(block, null, violation, Severity.ERROR));
    switch (block.block().event()) {
      case MetadataEvent.SetDataSchema event when before != null ->
          ChainRules.systemColumns(before, event)
              .ifPresent(violation -> findings.add(block, null, violation, Severity.WARNING));
      case MetadataEvent.ExecuteTransform event -> inputs.check(block, event);
      case MetadataEvent.Seed seed
          when options.dataset() != null && !options.dataset().equals(seed.datasetId()) ->
          findings.differs(
              FindingCode.SEED_MISPLACED,
              block,
              "blocks/" + block.hash(),
              options.dataset(),
              seed.datasetId(),
              "the chain is that of another dataset");
      default -> {}
    }
  }

  private static @Nullable ChainSummary after(StoredBlock block, @Nullable ChainSummary before) {
    try {
      return before == null
          ? ChainSummary.first(block.hash(), block.block())
          : before.after(block.hash(), block.block());
    } catch (ChainException e) {
      // Its first block is no Seed, which is reported already.
      return null;
    }
  }

  private void files(StoredBlock block, @Nullable ChainSummary at, SliceChecks slices) {
    if (block.block().event() instanceof MetadataEvent.DataEvent event
        && Long.compareUnsigned(block.block().sequenceNumber(), options.from()) >= 0) {
      if (event.newData() != null) {
        slices.check(block, event.newData(), at);
      }
      if (event.newCheckpoint() != null) {
        slices.check(block, Objects.requireNonNull(event.newCheckpoint()));
      }
    }
  }
}
