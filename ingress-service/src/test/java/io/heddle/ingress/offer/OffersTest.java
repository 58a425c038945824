package io.heddle.ingress.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.preprocess.FixedRows;
import io.heddle.ingress.spool.Spool;
import io.heddle.ingress.spool.SpoolSettings;
import io.heddle.ingress.spool.SpoolWriter;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OffersTest {
  private static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  private static final BlockPointer HEAD =
      new BlockPointer(new Multihash(HashFunction.SHA3_256, new byte[32]), 7);
  private static final OfferSettings SETTINGS =
      new OfferSettings(Duration.ofMillis(40), Duration.ofMillis(1), Duration.ofMillis(5), 3, 4000);

  private final Answers answers = new Answers();
  private final List<Proposal> sent = new ArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();

  @TempDir Path folder;

  @Test
  void sendsBeginBatchesAndEnd() throws InterruptedException {
    Spool rows = spool(1000);

    OfferOutcome outcome = offer(rows, this::goodAggregate);

    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.getFirst()).isInstanceOf(Proposal.IngestBegin.class);
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestBatch))
        .hasSize(rows.batches())
        .hasSizeGreaterThan(3);
    assertThat(sent.getLast())
        .isEqualTo(
            new Proposal.IngestEnd(DATASET, "r0", rows.batches(), 1000, state("new"), false));
  }

  @Test
  void withoutATableOnlyTheStateMoves() throws InterruptedException {
    assertThat(offer(null, this::goodAggregate)).isInstanceOf(OfferOutcome.InChain.class);

    assertThat(((Proposal.IngestBegin) sent.getFirst()).schema()).isNull();
    assertThat(sent).hasSize(2);
  }

  @Test
  void staysWithinTheWindow() throws InterruptedException {
    Spool rows = spool(1000);
    long[] ahead = new long[2];

    offer(
        rows,
        proposal -> {
          if (proposal instanceof Proposal.IngestBatch batch) {
            ahead[0] += batch.arrow().length;
            ahead[1] = Math.max(ahead[0], ahead[1]);
            if (ahead[0] + 1100 < SETTINGS.aheadBytes()) {
              return List.of();
            }
            ahead[0] = 0;
            return List.of(new Reply.Taken(DATASET, "r0", batch.batchNumber()));
          }
          return goodAggregate(proposal);
        });

    assertThat(ahead[1]).isLessThanOrEqualTo(SETTINGS.aheadBytes());
  }

  @Test
  void asksAgainWhileTheDatasetIsBusy() throws InterruptedException {
    OfferOutcome outcome =
        offer(
            spool(10),
            proposal ->
                proposal instanceof Proposal.IngestBegin begin && ids.get() < 4
                    ? List.of(new Reply.Busy(DATASET, begin.requestId(), "committing"))
                    : goodAggregate(proposal));

    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestBegin)).hasSize(4);
    assertThat(sent.stream().map(Proposal::requestId).distinct()).hasSize(4);
  }

  @Test
  void offersTheSpoolAgainWhenItWasRolledBack() throws InterruptedException {
    OfferOutcome outcome =
        offer(
            spool(10),
            proposal ->
                proposal instanceof Proposal.IngestEnd end && ids.get() == 1
                    ? List.of(new Reply.RolledBack(DATASET, end.requestId(), "head moved"))
                    : goodAggregate(proposal));

    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestEnd)).hasSize(2);
  }

  @Test
  void givesUpWhenRolledBackAgainAndAgain() throws InterruptedException {
    OfferOutcome outcome =
        offer(
            spool(10),
            proposal ->
                proposal instanceof Proposal.IngestEnd end
                    ? List.of(new Reply.RolledBack(DATASET, end.requestId(), "head moved"))
                    : goodAggregate(proposal));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            OfferOutcome.Failed.class,
            failed ->
                assertThat(failed.failure().kind()).isEqualTo(FailureKind.ConcurrentModification));
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestEnd)).hasSize(4);
  }

  @Test
  void asksOnceMoreAfterSilence() throws InterruptedException {
    OfferOutcome outcome =
        offer(spool(10), proposal -> sent.size() == 1 ? List.of() : goodAggregate(proposal));

    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestBegin)).hasSize(2);
    assertThat(sent.stream().map(Proposal::requestId).distinct()).containsExactly("r0");
  }

  @Test
  void aSlowPartitionIsWaitedForAndNothingIsSentTwice() throws InterruptedException {
    Spool rows = spool(1000);
    SlowAggregate aggregate = new SlowAggregate(SETTINGS.answerPatience().multipliedBy(2));

    OfferOutcome outcome = aggregate.run(rows);

    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestBatch))
        .hasSize(rows.batches());
    assertThat(sent.stream().map(Proposal::requestId).distinct()).containsExactly("r0");
  }

  @Test
  void startsOverWhenTheAnswerShowsThatBatchesWereLost() throws InterruptedException {
    boolean[] lost = new boolean[1];

    OfferOutcome outcome =
        offer(
            spool(1000),
            proposal -> {
              if (ids.get() == 1 && proposal instanceof Proposal.IngestBatch) {
                lost[0] = true;
                return List.of();
              }
              return goodAggregate(proposal);
            });

    assertThat(lost[0]).isTrue();
    assertThat(outcome).isInstanceOf(OfferOutcome.InChain.class);
    assertThat(sent.stream().map(Proposal::requestId).distinct()).containsExactly("r0", "r1");
  }

  @Test
  void staysWhileItsOwnDecisionKeepsTheDatasetBusy() throws InterruptedException {
    int[] questions = new int[1];

    OfferOutcome outcome =
        offer(
            spool(10),
            proposal -> {
              if (proposal instanceof Proposal.IngestEnd) {
                return List.of();
              }
              if (proposal instanceof Proposal.IngestBegin begin && begunBefore(begin)) {
                if (++questions[0] == 3) {
                  answers.deliver(new Answer.Decided(committed(begin.requestId())));
                }
                return List.of(new Reply.Busy(DATASET, begin.requestId(), "being committed"));
              }
              return goodAggregate(proposal);
            });

    assertThat(outcome).isEqualTo(new OfferOutcome.InChain(committed("r0")));
    assertThat(sent.stream().map(Proposal::requestId).distinct()).containsExactly("r0");
  }

  @Test
  void aLateRefusalOfASlowDecisionIsTheOutcome() throws InterruptedException {
    Failure failure = new Failure(FailureKind.LimitExceeded, "the staging folder is full");

    OfferOutcome outcome =
        offer(
            spool(10),
            proposal -> {
              if (proposal instanceof Proposal.IngestEnd) {
                return List.of();
              }
              if (proposal instanceof Proposal.IngestBegin begin && begunBefore(begin)) {
                return List.of(
                    new Reply.Busy(DATASET, begin.requestId(), "being committed"),
                    new Reply.Refused(DATASET, begin.requestId(), failure));
              }
              return goodAggregate(proposal);
            });

    assertThat(outcome).isEqualTo(new OfferOutcome.Failed(failure));
    assertThat(sent.stream().map(Proposal::requestId).distinct()).containsExactly("r0");
  }

  @Test
  void slowDecisionsThatAreTakenBackAreCounted() throws InterruptedException {
    OfferOutcome outcome =
        offer(
            spool(10),
            proposal -> {
              if (proposal instanceof Proposal.IngestEnd) {
                return List.of();
              }
              if (proposal instanceof Proposal.IngestBegin begin && begunBefore(begin)) {
                return List.of(
                    new Reply.Busy(DATASET, begin.requestId(), "being committed"),
                    new Reply.RolledBack(DATASET, begin.requestId(), "head moved"));
              }
              return goodAggregate(proposal);
            });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            OfferOutcome.Failed.class,
            failed ->
                assertThat(failed.failure().kind()).isEqualTo(FailureKind.ConcurrentModification));
    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestEnd)).hasSize(4);
  }

  @Test
  void whatWasOfferedToTheEndIsNotAbortedByAStop() {
    assertThatThrownBy(
            () ->
                offer(
                    spool(10),
                    proposal -> {
                      if (proposal instanceof Proposal.IngestEnd) {
                        Thread.currentThread().interrupt();
                        return List.of();
                      }
                      return goodAggregate(proposal);
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(sent.getLast()).isInstanceOf(Proposal.IngestEnd.class);
  }

  @Test
  void whatWasNotOfferedToTheEndIsAbortedByAStop() {
    assertThatThrownBy(
            () ->
                offer(
                    spool(10),
                    proposal -> {
                      if (proposal instanceof Proposal.IngestBatch) {
                        Thread.currentThread().interrupt();
                        return List.of();
                      }
                      return goodAggregate(proposal);
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(sent.getLast()).isInstanceOf(Proposal.IngestAbort.class);
  }

  /** Whether this begin is a question about what was begun before. */
  private boolean begunBefore(Proposal.IngestBegin begin) {
    return sent.stream()
            .filter(p -> p instanceof Proposal.IngestBegin)
            .filter(p -> p.requestId().equals(begin.requestId()))
            .count()
        > 1;
  }

  @Test
  void leavesTheTaskToALaterAttempt() throws InterruptedException {
    assertThat(first(r -> new Reply.Superseded(DATASET, r, null, Reply.SupersededBy.NEWER_ATTEMPT)))
        .isEqualTo(new OfferOutcome.TakenOver());
  }

  /** Answers everything in its order, but late. */
  private final class SlowAggregate {
    private final ScheduledExecutorService partition = Executors.newSingleThreadScheduledExecutor();
    private final Duration lag;

    SlowAggregate(Duration lag) {
      this.lag = lag;
    }

    OfferOutcome run(Spool rows) throws InterruptedException {
      Proposals proposals =
          proposal -> {
            sent.add(proposal);
            partition.schedule(
                () ->
                    goodAggregate(proposal)
                        .forEach(reply -> answers.deliver(new Answer.Replied(reply))),
                lag.toMillis(),
                TimeUnit.MILLISECONDS);
            return CompletableFuture.completedFuture(null);
          };
      try {
        return offers(proposals).offer(ingestion(rows), new QuietListener());
      } finally {
        partition.shutdownNow();
      }
    }
  }

  @Test
  void aLateCommitOfAnEarlierAttemptIsTheOutcome() throws InterruptedException {
    OfferOutcome outcome =
        offer(
            spool(10),
            proposal -> {
              if (ids.get() == 1 && proposal instanceof Proposal.IngestEnd) {
                return List.of();
              }
              if (proposal instanceof Proposal.IngestBegin begin && ids.get() == 2) {
                answers.deliver(new Answer.Replied(new Reply.Busy(DATASET, begin.requestId(), "")));
                answers.deliver(new Answer.Decided(committed("r0")));
                return List.of();
              }
              return goodAggregate(proposal);
            });

    assertThat(outcome).isEqualTo(new OfferOutcome.InChain(committed("r0")));
  }

  @Test
  void tellsWhatTheAggregateDecided() throws InterruptedException {
    Failure failure = new Failure(FailureKind.MergeError, "row 3: null in key column \"id\"");

    assertThat(first(r -> new Reply.Superseded(DATASET, r, state("other"), null)))
        .isEqualTo(new OfferOutcome.Outdated(state("other")));
    assertThat(first(r -> new Reply.Refused(DATASET, r, failure)))
        .isEqualTo(new OfferOutcome.Failed(failure));
    assertThat(first(r -> new Reply.AlreadyCommitted(DATASET, r, HEAD, IngestSummary.EMPTY, null)))
        .isInstanceOf(OfferOutcome.InChainAlready.class);
    assertThat(first(r -> new Reply.NothingToCommit(DATASET, r, IngestSummary.EMPTY)))
        .isInstanceOf(OfferOutcome.NothingNew.class);
  }

  @Test
  void stopsSendingOnceItIsRefused() throws InterruptedException {
    Spool rows = spool(5000);

    offer(
        rows,
        proposal ->
            proposal instanceof Proposal.IngestBatch batch && batch.batchNumber() == 1
                ? List.of(
                    new Reply.Refused(
                        DATASET, batch.requestId(), new Failure(FailureKind.MergeError, "no")))
                : goodAggregate(proposal));

    assertThat(sent.stream().filter(p -> p instanceof Proposal.IngestBatch)).hasSize(2);
  }

  @Test
  void aMessageThatCanNeverBeDeliveredFailsTheTask() {
    Proposals refusing =
        proposal -> {
          sent.add(proposal);
          return proposal instanceof Proposal.IngestBegin
              ? CompletableFuture.failedFuture(
                  new IngestException(FailureKind.LimitExceeded, "too large"))
              : CompletableFuture.completedFuture(null);
        };

    assertThatThrownBy(() -> offers(refusing).offer(ingestion(null), new QuietListener()))
        .isInstanceOf(IngestException.class);
    assertThat(sent.getLast()).isInstanceOf(Proposal.IngestAbort.class);
  }

  private OfferOutcome first(Function<String, Reply> reply) throws InterruptedException {
    return offer(null, proposal -> List.of(reply.apply(proposal.requestId())));
  }

  private List<Reply> goodAggregate(Proposal proposal) {
    return switch (proposal) {
      case Proposal.IngestBegin begin -> List.of(new Reply.Begun(DATASET, begin.requestId(), HEAD));
      case Proposal.IngestBatch batch ->
          List.of(new Reply.Taken(DATASET, batch.requestId(), batch.batchNumber()));
      case Proposal.IngestEnd end -> {
        answers.deliver(new Answer.Decided(committed(end.requestId())));
        yield List.of();
      }
      default -> List.of();
    };
  }

  private static CommitResult.Committed committed(String requestId) {
    return new CommitResult.Committed(DATASET, "d", requestId, null, List.of(), null);
  }

  private OfferOutcome offer(@Nullable Spool rows, Function<Proposal, List<Reply>> aggregate)
      throws InterruptedException {
    Proposals proposals =
        proposal -> {
          sent.add(proposal);
          aggregate.apply(proposal).forEach(reply -> answers.deliver(new Answer.Replied(reply)));
          return CompletableFuture.completedFuture(null);
        };
    return offers(proposals).offer(ingestion(rows), new QuietListener());
  }

  private Offers offers(Proposals proposals) {
    return new Offers(
        proposals, answers, SETTINGS, () -> "r" + ids.getAndIncrement(), new Random(1));
  }

  private static Ingestion ingestion(@Nullable Spool rows) {
    return new Ingestion(
        DATASET,
        "task",
        new Proposal.Attempt(0, 0, null),
        null,
        "rates",
        null,
        state("new"),
        new MergeStrategy.Append(),
        Vocabulary.DEFAULT,
        true,
        null,
        null,
        null,
        rows,
        false);
  }

  private static SourceState state(String value) {
    return new SourceState("rates", SourceState.ETAG, value);
  }

  private Spool spool(int rows) {
    try (BufferAllocator allocator = new RootAllocator();
        FixedRows reader =
            new FixedRows(
                allocator,
                List.of(new DataField("n", new DataType.Int64())),
                LongStream.range(0, rows)
                    .mapToObj(n -> Arrays.<@Nullable Object>asList(n))
                    .toList(),
                100)) {
      return new SpoolWriter(new SpoolSettings(1100, 2000, 1_000_000))
          .write(reader, folder.resolve("spool"), progress -> {});
    }
  }

  private static final class QuietListener implements OfferListener {
    @Override
    public void begun() {}

    @Override
    public void merged(long rows) {}

    @Override
    public void ended() {}

    @Override
    public void takenBack() {}

    @Override
    public void waiting(String reason) {}
  }
}
