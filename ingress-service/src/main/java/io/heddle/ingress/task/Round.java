package io.heddle.ingress.task;

import io.heddle.chain.MetadataEvent.AddData;
import io.heddle.chain.OffsetInterval;
import io.heddle.chain.SourceState;
import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.IngestSummary;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one poll of a source led to. */
sealed interface Round {
  /** Something was committed, or had been before. */
  record Advanced(Outcome.Success success) implements Round {}

  record NothingNew(String reason, @Nullable IngestSummary summary) implements Round {}

  /** Somebody else ingested the source meanwhile. */
  record LookAgain() implements Round {}

  record Failed(Outcome.Failed outcome) implements Round {}

  /**
   * @param notes of this process, beside those of the aggregate
   */
  static Round of(
      OfferOutcome outcome,
      DatasetId dataset,
      SourceState state,
      boolean hasMore,
      List<String> notes) {
    return switch (outcome) {
      case OfferOutcome.InChain(Committed committed) ->
          new Advanced(success(committed, dataset, hasMore, notes));
      case OfferOutcome.InChainAlready(var reply) ->
          new Advanced(
              new Outcome.Success(
                  dataset,
                  null,
                  reply.head().hash(),
                  0,
                  null,
                  with(reply.summary(), notes),
                  null,
                  state,
                  hasMore));
      case OfferOutcome.NothingNew(var reply) ->
          new NothingNew(
              "the dataset holds all of it already, and the source state is the same",
              with(reply.summary(), notes));
      case OfferOutcome.Outdated ignored -> new LookAgain();
      case OfferOutcome.Failed(var failure) -> new Failed(new Outcome.Failed(failure));
    };
  }

  private static Outcome.Success success(
      Committed committed, DatasetId dataset, boolean hasMore, List<String> notes) {
    OffsetInterval offsets = null;
    Instant watermark = null;
    SourceState state = null;
    for (var block : committed.blocks()) {
      if (block.block().event() instanceof AddData data) {
        offsets = joined(offsets, data.newData() == null ? null : data.newData().offsetInterval());
        watermark = data.newWatermark();
        state = data.newSourceState();
      }
    }
    Multihash head = committed.blocks().getLast().hash();
    IngestSummary summary = committed.summary();
    return new Outcome.Success(
        dataset,
        committed.oldHead(),
        head,
        committed.blocks().size(),
        offsets,
        with(summary == null ? IngestSummary.EMPTY : summary, notes),
        watermark,
        state,
        hasMore);
  }

  /** The outcome of two rounds of one task. */
  static Outcome.Success joined(Outcome.@Nullable Success first, Outcome.Success second) {
    if (first == null) {
      return second;
    }
    IngestSummary a = first.summary();
    IngestSummary b = second.summary();
    return new Outcome.Success(
        second.dataset(),
        first.oldHead(),
        second.newHead(),
        first.blocks() + second.blocks(),
        joined(first.newOffsetInterval(), second.newOffsetInterval()),
        with(
            new IngestSummary(
                a.rowsRead() + b.rowsRead(),
                a.rowsWritten() + b.rowsWritten(),
                a.seen() + b.seen(),
                a.differing() + b.differing(),
                a.exampleKey() == null ? b.exampleKey() : a.exampleKey(),
                a.notes()),
            b.notes()),
        second.newWatermark() == null ? first.newWatermark() : second.newWatermark(),
        second.sourceState(),
        second.hasMore());
  }

  private static @Nullable OffsetInterval joined(
      @Nullable OffsetInterval first, @Nullable OffsetInterval second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return new OffsetInterval(first.start(), second.end());
  }

  private static IngestSummary with(IngestSummary summary, List<String> notes) {
    if (notes.isEmpty()) {
      return summary;
    }
    List<String> all = new ArrayList<>(summary.notes());
    notes.stream().filter(note -> !all.contains(note)).forEach(all::add);
    return new IngestSummary(
        summary.rowsRead(),
        summary.rowsWritten(),
        summary.seen(),
        summary.differing(),
        summary.exampleKey(),
        all);
  }
}
