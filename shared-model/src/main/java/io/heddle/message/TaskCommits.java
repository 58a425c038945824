package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a task has committed, over one or more of its rounds.
 *
 * @param rounds how many of the task's rounds are in it, which is the number of the next one
 * @param oldHead the block before the first one
 * @param newHead the last block
 * @param blocks how many blocks were added
 * @param newOffsetInterval of all rows; null when only the state moved
 * @param newWatermark of the last data event
 * @param sourceState of the source after the last round
 * @param hasMore whether the source had more when the last round was taken from it
 * @param summary of all rounds
 */
public record TaskCommits(
    int rounds,
    @Nullable Multihash oldHead,
    Multihash newHead,
    int blocks,
    @Nullable OffsetInterval newOffsetInterval,
    @Nullable Instant newWatermark,
    @Nullable SourceState sourceState,
    boolean hasMore,
    IngestSummary summary) {
  public TaskCommits {
    requireNonNull(newHead, "newHead");
    requireNonNull(summary, "summary");
  }

  /**
   * What one round committed.
   *
   * @param round its number, from 0
   */
  public static TaskCommits of(
      int round, CommitResult.Committed committed, boolean hasMore, IngestSummary summary) {
    OffsetInterval offsets = null;
    Instant watermark = null;
    SourceState state = null;
    for (CommitResult.CommittedBlock block : committed.blocks()) {
      if (block.block().event() instanceof MetadataEvent.AddData data) {
        offsets = joined(offsets, data.newData() == null ? null : data.newData().offsetInterval());
        watermark = data.newWatermark();
        state = data.newSourceState();
      }
    }
    return new TaskCommits(
        round + 1,
        committed.oldHead(),
        committed.blocks().getLast().hash(),
        committed.blocks().size(),
        offsets,
        watermark,
        state,
        hasMore,
        summary);
  }

  /** These rounds and a later one. */
  public TaskCommits and(TaskCommits later) {
    return new TaskCommits(
        later.rounds,
        oldHead,
        later.newHead,
        blocks + later.blocks,
        joined(newOffsetInterval, later.newOffsetInterval),
        later.newWatermark == null ? newWatermark : later.newWatermark,
        later.sourceState == null ? sourceState : later.sourceState,
        later.hasMore,
        joined(summary, later.summary));
  }

  private static @Nullable OffsetInterval joined(
      @Nullable OffsetInterval first, @Nullable OffsetInterval second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return new OffsetInterval(first.start(), second.end());
  }

  private static IngestSummary joined(IngestSummary first, IngestSummary second) {
    Set<String> notes = new LinkedHashSet<>(first.notes());
    notes.addAll(second.notes());
    return new IngestSummary(
        first.rowsRead() + second.rowsRead(),
        first.rowsWritten() + second.rowsWritten(),
        first.seen() + second.seen(),
        first.differing() + second.differing(),
        first.exampleKey() == null ? second.exampleKey() : first.exampleKey(),
        List.copyOf(notes),
        first.deadLettersAnd(second.deadLetters()));
  }
}
