package io.heddle.ingress.task;

import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.IngestSummary;
import io.heddle.message.Reply;
import io.heddle.message.TaskCommits;
import io.heddle.message.TaskEvent.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one poll of a source led to. */
sealed interface Round {
  /** This round was committed. */
  record Advanced(TaskCommits commits) implements Round {}

  /** This round had been committed before, by an attempt whose outcome was not told. */
  record AdvancedBefore(TaskCommits allSoFar) implements Round {}

  record NothingNew(String reason, @Nullable IngestSummary summary) implements Round {}

  /** Somebody else ingested the source meanwhile. */
  record LookAgain() implements Round {}

  /** A later attempt of the task runs elsewhere; the task is its own. */
  record TakenOver() implements Round {}

  record Failed(Outcome.Failed outcome) implements Round {}

  /**
   * @param round its number within the task
   * @param notes of this process, beside those of the aggregate
   */
  static Round of(OfferOutcome outcome, int round, boolean hasMore, List<String> notes) {
    return of(outcome, round, hasMore, notes, 0);
  }

  /**
   * @param deadLetters how many records were not taken
   */
  static Round of(
      OfferOutcome outcome, int round, boolean hasMore, List<String> notes, long deadLetters) {
    return switch (outcome) {
      case OfferOutcome.InChain(Committed committed) ->
          new Advanced(
              TaskCommits.of(
                  round,
                  committed,
                  hasMore,
                  with(
                      committed.summary() == null ? IngestSummary.EMPTY : committed.summary(),
                      notes,
                      deadLetters)));
      case OfferOutcome.InChainAlready(Reply.AlreadyCommitted reply) ->
          new AdvancedBefore(reply.commits() == null ? unknown(round, reply) : reply.commits());
      case OfferOutcome.NothingNew(var reply) ->
          new NothingNew(
              "the dataset holds all of it already, and the source state is the same",
              with(reply.summary(), notes, deadLetters));
      case OfferOutcome.Outdated ignored -> new LookAgain();
      case OfferOutcome.TakenOver ignored -> new TakenOver();
      case OfferOutcome.Failed(var failure) -> new Failed(new Outcome.Failed(failure));
    };
  }

  /** From a merge-service that does not tell what was committed. */
  private static TaskCommits unknown(int round, Reply.AlreadyCommitted reply) {
    return new TaskCommits(
        round + 1, null, reply.head().hash(), 0, null, null, null, false, reply.summary());
  }

  private static IngestSummary with(IngestSummary summary, List<String> notes, long deadLetters) {
    if (notes.isEmpty() && deadLetters == 0) {
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
        all,
        summary.deadLettersAnd(deadLetters == 0 ? null : (Long) deadLetters));
  }
}
