package io.heddle.chain;

import io.heddle.encoding.BlockCodec;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one dataset as a chain: walking it from a head backwards, summing it up, continuing
 * it. Every block is checked against its hash as it is read; whatever is wrong with one is a {@link
 * ChainException}. Safe for any thread.
 */
public final class MetadataChain {
  /** A summary that took more blocks than this is noted, so that the next one takes fewer. */
  static final int BLOCKS_WITHOUT_NOTE = 12;

  private final DatasetStorage storage;
  private final SummaryNote note;
  private final boolean takesNotes;

  /** The chain of one of our datasets; long walks leave a note beside it (see {@link #summary}). */
  public MetadataChain(DatasetStorage storage) {
    this(storage, true);
  }

  private MetadataChain(DatasetStorage storage, boolean takesNotes) {
    this.storage = storage;
    this.note = new SummaryNote(storage.store());
    this.takesNotes = takesNotes;
  }

  /** The chain in a place that is only looked at. */
  public static MetadataChain readOnly(DatasetStorage storage) {
    return new MetadataChain(storage, false);
  }

  public DatasetStorage storage() {
    return storage;
  }

  /** Where the head points; empty for a dataset that is not (completely) created. */
  public Optional<BlockRef> head() {
    return storage.references().head();
  }

  public StoredBlock block(Multihash hash) {
    return storage.block(hash).orThrow();
  }

  /** The blocks from {@code head} back to the first one. Each is read when it is asked for. */
  public Iterable<StoredBlock> backwards(Multihash head) {
    return () -> new Walk(head, null);
  }

  /**
   * The blocks from {@code head}, included, back to {@code tail}, excluded; a null tail is before
   * the first block.
   *
   * @throws ChainException (InvalidInterval), while walking, when the tail is no ancestor
   */
  public Iterable<StoredBlock> backwards(Multihash head, @Nullable Multihash tail) {
    return () -> new Walk(head, tail);
  }

  /**
   * The hashes of the blocks after {@code tail} up to {@code head}, oldest first; a null tail is
   * before the first block. Holds them all, but no block.
   */
  public List<Multihash> forwards(@Nullable Multihash tail, Multihash head) {
    List<Multihash> hashes = new ArrayList<>();
    for (Walk walk = new Walk(head, tail); walk.hasNext(); ) {
      hashes.add(walk.next().hash());
    }
    Collections.reverse(hashes);
    return hashes;
  }

  /** The newest block at or before {@code head} that {@code wanted} accepts. */
  public Optional<StoredBlock> last(Multihash head, Predicate<MetadataEvent> wanted) {
    for (StoredBlock block : backwards(head)) {
      if (wanted.test(block.block().event())) {
        return Optional.of(block);
      }
    }
    return Optional.empty();
  }

  /**
   * The newest data event at or before {@code head}. It carries the last offset, watermark,
   * checkpoint and source state of all those before, so this is all that is read for them.
   */
  public Optional<MetadataEvent.DataEvent> lastData(Multihash head) {
    return last(head, MetadataEvent.DataEvent.class::isInstance)
        .map(block -> (MetadataEvent.DataEvent) block.block().event());
  }

  /** Whether the chain that ends in {@code head} holds a block, by its hash and number. */
  public boolean contains(Multihash head, Multihash hash, long sequenceNumber) {
    for (StoredBlock block : backwards(head)) {
      if (Long.compareUnsigned(block.block().sequenceNumber(), sequenceNumber) <= 0) {
        return block.hash().equals(hash);
      }
    }
    return false;
  }

  /** The summary of the accepted chain; empty for a dataset that is not (completely) created. */
  public Optional<ChainSummary> summary() {
    return head().map(ref -> summary(ref.target()));
  }

  /**
   * What the chain says up to {@code head}. Reads back to the block of the note that an earlier
   * summary left, if that is on the way, else to the first block; so a chain of any length opens
   * with a few reads, once it was opened. The note is a cache and never proof of anything: one that
   * does not fit is ignored, and failing to write it changes nothing.
   */
  public ChainSummary summary(Multihash head) {
    ChainSummary noted = note.read().orElse(null);
    ChainSummaryBuilder builder = new ChainSummaryBuilder();
    int visited = 0;
    ChainSummary summary = null;
    for (StoredBlock block : backwards(head)) {
      if (noted != null && block.hash().equals(noted.head())) {
        summary = builder.isEmpty() ? noted : builder.complete(noted).build();
        break;
      }
      builder.visit(block.hash(), block.block());
      visited++;
    }
    if (summary == null) {
      summary = builder.build();
    }
    if (takesNotes && visited > BLOCKS_WITHOUT_NOTE) {
      remember(summary);
    }
    return summary;
  }

  /** Leaves a note of a summary that somebody has at hand anyway. */
  public void remember(ChainSummary summary) {
    note.write(summary);
  }

  /**
   * Leaves a note every few blocks, for those who move the head without asking for summaries: so
   * not even the first one to open a long chain reads much of it. Never fails.
   *
   * @param head as it is now
   * @param sequenceNumber of the head
   * @param appended how many blocks were appended at once
   */
  public void noteGrowth(Multihash head, long sequenceNumber, int appended) {
    if (sequenceNumber / BLOCKS_WITHOUT_NOTE == (sequenceNumber - appended) / BLOCKS_WITHOUT_NOTE) {
      return;
    }
    try {
      remember(summary(head));
    } catch (ChainException | ObjectStoreException ignored) {
      // Whoever needs the summary will meet the same, and can say so.
    }
  }

  /** Checks a block against the rules, stores it, and moves a reference to it if asked to. */
  public AppendOutcome append(MetadataBlock block, AppendOptions options) {
    Multihash previous = block.prevBlockHash();
    if (options.validate()) {
      ChainSummary before = null;
      if (previous != null && !(storage.block(previous) instanceof BlockLookup.Missing)) {
        before = summary(previous);
      }
      Optional<Violation> violation = ChainRules.check(block, before);
      if (violation.isPresent()) {
        return new AppendOutcome.Refused(violation.get());
      }
    }
    byte[] bytes = options.bytes() == null ? BlockCodec.encode(block) : options.bytes();
    Multihash hash = BlockCodec.hash(bytes);
    if (options.expectedHash() != null && !options.expectedHash().equals(hash)) {
      return new AppendOutcome.HashMismatch(options.expectedHash(), hash);
    }
    storage.putBlock(bytes);
    RefName ref = options.ref();
    if (ref == null) {
      return new AppendOutcome.Appended(hash);
    }
    BlockRef current = storage.references().get(ref).orElse(null);
    Multihash target = current == null ? null : current.target();
    if (!options.refCheck().holds(target, previous)) {
      return new AppendOutcome.RefMoved(hash, target);
    }
    return switch (storage.references().move(ref, current, hash)) {
      case RefMove.Moved moved -> new AppendOutcome.Appended(hash);
      case RefMove.Conflict(BlockRef found) ->
          new AppendOutcome.RefMoved(hash, found == null ? null : found.target());
      case RefMove.Unknown(BlockRef found, var cause) -> throw cause;
    };
  }

  /**
   * What was added after {@code old}, excluded, up to {@code head}, included.
   *
   * @param old null: before the first block
   * @throws ChainException (InvalidInterval) when {@code old} is no ancestor
   */
  public Increment increment(@Nullable Multihash old, Multihash head) {
    return Increment.between(this, old, head);
  }

  /** How two chains of one dataset relate, this one's head first. */
  public Divergence compare(Multihash head, MetadataChain other, Multihash otherHead) {
    return Divergence.between(this, head, other, otherHead);
  }

  /** One walk from a head backwards. */
  private final class Walk implements Iterator<StoredBlock> {
    private final @Nullable Multihash tail;
    private @Nullable Multihash next;
    private @Nullable StoredBlock last;

    Walk(Multihash head, @Nullable Multihash tail) {
      this.next = head;
      this.tail = tail;
    }

    @Override
    public boolean hasNext() {
      if (next == null && tail != null) {
        throw new ChainException(
            RuleCategory.InvalidInterval, "block %s is not among the ancestors".formatted(tail));
      }
      return next != null && !Objects.equals(next, tail);
    }

    @Override
    public StoredBlock next() {
      if (!hasNext() || next == null) {
        throw new NoSuchElementException();
      }
      StoredBlock block = block(next);
      // Numbers that do not fall would never end.
      if (last != null && block.block().sequenceNumber() + 1 != last.block().sequenceNumber()) {
        throw new ChainException(
            RuleCategory.SequenceIntegrity,
            "block %s has number %s, its successor %s"
                .formatted(
                    block.hash(),
                    Long.toUnsignedString(block.block().sequenceNumber()),
                    Long.toUnsignedString(last.block().sequenceNumber())));
      }
      last = block;
      next = block.block().prevBlockHash();
      return block;
    }
  }
}
