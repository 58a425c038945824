package io.heddle.ingress.offer;

import io.heddle.ingress.offer.Answers.Mailbox;
import io.heddle.ingress.spool.Spool;
import io.heddle.message.CommitResult;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One ingestion's way through the protocol, over as many attempts as it takes. Each attempt has a
 * request id of its own; task and round stay, so an attempt that was committed although its answer
 * got lost is recognized by the aggregate.
 *
 * <p>Silence is no reason to start over: the partition may only be slow, and starting over gives it
 * more to do. The begin is sent once more instead, as a question: it is answered behind everything
 * that was sent before it, and so tells whether all of that arrived. The patience grows with each
 * question and stays so for the whole offer.
 */
final class Offer {
  /** How an attempt left off: with an outcome, or with a reason to try again. */
  private sealed interface Step {
    record Done(OfferOutcome outcome) implements Step {}

    record Again(String reason, Reason kind) implements Step {}

    enum Reason {
      BUSY,
      ROLLED_BACK,
      LOST
    }
  }

  private static final int LONGEST_PATIENCE = 10;

  private final Proposals proposals;
  private final Mailbox mailbox;
  private final OfferSettings settings;
  private final Supplier<String> requestIds;
  private final RandomGenerator random;
  private final Ingestion ingestion;
  private final OfferListener listener;

  private int rollbacks;
  private int silences;
  private int waits;

  Offer(
      Proposals proposals,
      Mailbox mailbox,
      OfferSettings settings,
      Supplier<String> requestIds,
      RandomGenerator random,
      Ingestion ingestion,
      OfferListener listener) {
    this.proposals = proposals;
    this.mailbox = mailbox;
    this.settings = settings;
    this.requestIds = requestIds;
    this.random = random;
    this.ingestion = ingestion;
    this.listener = listener;
  }

  OfferOutcome run() throws InterruptedException {
    while (true) {
      Attempt attempt = new Attempt(requestIds.get());
      Step step = attempt.run();
      if (step instanceof Step.Again again) {
        step = waitBeforeNext(again);
      }
      if (step instanceof Step.Done done) {
        return done.outcome();
      }
    }
  }

  private Step waitBeforeNext(Step.Again again) throws InterruptedException {
    switch (again.kind()) {
      case ROLLED_BACK -> {
        listener.takenBack();
        if (++rollbacks > settings.maxRollbacks()) {
          return new Step.Done(
              new OfferOutcome.Failed(
                  new Failure(
                      FailureKind.ConcurrentModification,
                      "taken back %d times in a row, the last time because: %s"
                          .formatted(rollbacks, again.reason()))));
        }
      }
      case BUSY, LOST -> {}
    }
    listener.waiting(again.reason());
    long longest =
        Math.min(
            settings.maxBusyWait().toNanos(),
            settings.busyWait().toNanos() << Math.min(waits++, 20));
    long deadline = System.nanoTime() + longest / 2 + random.nextLong(longest / 2 + 1);
    // The commit of an earlier attempt may be announced while we wait.
    while (true) {
      Answer answer = mailbox.next(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      if (answer == null) {
        return again;
      }
      OfferOutcome outcome = inAnyCase(answer);
      if (outcome != null) {
        return new Step.Done(outcome);
      }
    }
  }

  /** The outcome that an answer means whichever attempt it is for. */
  private static @Nullable OfferOutcome inAnyCase(Answer answer) {
    return switch (answer) {
      case Answer.Decided(CommitResult.Committed committed) -> new OfferOutcome.InChain(committed);
      // The aggregate takes the ingestion back and says so itself.
      case Answer.Decided(CommitResult.Rejected ignored) -> null;
      case Answer.Replied(Reply.AlreadyCommitted reply) -> new OfferOutcome.InChainAlready(reply);
      case Answer.Replied(Reply.NothingToCommit reply) -> new OfferOutcome.NothingNew(reply);
      case Answer.Replied ignored -> null;
    };
  }

  private final class Attempt {
    private final String requestId;
    private final FlowControl flow = new FlowControl(settings.aheadBytes());

    /**
     * For each begin that is not answered yet: the last batch before it, as far as there is one.
     */
    private final Deque<Integer> questions = new ArrayDeque<>();

    private volatile @Nullable Throwable undelivered;
    private boolean begun;
    private int sentBatches;
    private boolean ended;

    Attempt(String requestId) {
      this.requestId = requestId;
    }

    Step run() throws InterruptedException {
      mailbox.listenTo(requestId);
      try {
        Step step = begin();
        if (step == null) {
          step = batches();
        }
        return step == null ? end() : step;
      } catch (InterruptedException e) {
        // Once it has the end, the aggregate decides; whoever has the task next is told what.
        if (!ended) {
          abort();
        }
        throw e;
      } catch (RuntimeException e) {
        abort();
        throw e;
      }
    }

    private void abort() {
      send(new Proposal.IngestAbort(ingestion.dataset(), requestId, "the task was given up"));
    }

    private @Nullable Step begin() throws InterruptedException {
      ask();
      while (!begun) {
        Step step = await();
        if (step != null) {
          return step;
        }
      }
      listener.begun();
      return null;
    }

    private void ask() {
      questions.add(ended ? Integer.MAX_VALUE : sentBatches - 1);
      send(ingestion.begin(requestId));
    }

    private @Nullable Step batches() throws InterruptedException {
      Spool rows = ingestion.rows();
      if (rows == null) {
        return null;
      }
      try (Spool.Batches batches = rows.open()) {
        Spool.Batch batch;
        while ((batch = batches.next()) != null) {
          while (!flow.hasRoomFor(batch)) {
            Step step = await();
            if (step != null) {
              return step;
            }
          }
          flow.sent(batch);
          send(
              new Proposal.IngestBatch(
                  ingestion.dataset(), requestId, batch.number(), batch.arrow()));
          sentBatches++;
          Step step = lookUp();
          if (step != null) {
            return step;
          }
        }
      }
      return null;
    }

    private Step end() throws InterruptedException {
      Spool rows = ingestion.rows();
      send(
          new Proposal.IngestEnd(
              ingestion.dataset(),
              requestId,
              rows == null ? 0 : rows.batches(),
              rows == null ? 0 : rows.rows(),
              ingestion.newState(),
              ingestion.hasMore()));
      ended = true;
      listener.ended();
      while (true) {
        Step step = await();
        if (step != null) {
          return step;
        }
      }
    }

    private void send(Proposal proposal) {
      proposals
          .send(proposal)
          .whenComplete(
              (sent, failure) -> {
                if (failure != null) {
                  undelivered = failure;
                }
              });
    }

    /** Handles the answers that are there, without waiting for one. */
    private @Nullable Step lookUp() throws InterruptedException {
      Answer answer;
      while ((answer = mailbox.next(Duration.ZERO)) != null) {
        Step step = handle(answer);
        if (step != null) {
          return step;
        }
      }
      return null;
    }

    private @Nullable Step await() throws InterruptedException {
      Duration patience = settings.answerPatience().multipliedBy(1L + silences);
      Answer answer = mailbox.next(patience);
      if (answer == null) {
        Throwable failure = undelivered;
        if (failure instanceof IngestException refused) {
          throw refused;
        }
        silences = Math.min(silences + 1, LONGEST_PATIENCE - 1);
        if (failure != null) {
          return new Step.Again(
              "a message was not delivered: " + failure.getMessage(), Step.Reason.LOST);
        }
        listener.waiting("no answer for " + patience);
        ask();
        return null;
      }
      return handle(answer);
    }

    private @Nullable Step handle(Answer answer) {
      OfferOutcome outcome = inAnyCase(answer);
      if (outcome != null) {
        return new Step.Done(outcome);
      }
      // Whatever else an earlier attempt is told, this one has taken its place.
      return answer instanceof Answer.Replied(Reply reply) && reply.requestId().equals(requestId)
          ? handle(reply)
          : null;
    }

    /** Answers come in the order of what they answer: what is still open before it was lost. */
    private @Nullable Step begun() {
      Integer before = questions.poll();
      if (before != null && begun && (before == Integer.MAX_VALUE || !flow.isTaken(before))) {
        return new Step.Again("what was sent did not all arrive", Step.Reason.LOST);
      }
      begun = true;
      return null;
    }

    /**
     * To a question after the end: it is still being decided. Were it taken back, that would have
     * been told before.
     */
    private @Nullable Step busy(Reply.Busy busy) {
      Integer before = questions.poll();
      if (before != null && before == Integer.MAX_VALUE) {
        listener.waiting(busy.reason());
        return null;
      }
      return new Step.Again(busy.reason(), Step.Reason.BUSY);
    }

    private @Nullable Step handle(Reply reply) {
      return switch (reply) {
        case Reply.Begun ignored -> begun();
        case Reply.Taken taken -> {
          listener.merged(flow.taken(taken.batchNumber()));
          yield null;
        }
        case Reply.Busy busy -> busy(busy);
        case Reply.RolledBack back -> new Step.Again(back.reason(), Step.Reason.ROLLED_BACK);
        case Reply.Superseded superseded ->
            new Step.Done(
                superseded.by() == Reply.SupersededBy.NEWER_ATTEMPT
                    ? new OfferOutcome.TakenOver()
                    : new OfferOutcome.Outdated(superseded.found()));
        case Reply.Refused refused -> new Step.Done(new OfferOutcome.Failed(refused.failure()));
        case Reply.AlreadyCommitted ignored -> null;
        case Reply.NothingToCommit ignored -> null;
        // Told to whoever watches the dataset; who asked is refused besides.
        case Reply.DatasetBroken ignored -> null;
        case Reply.DatasetMended ignored -> null;
      };
    }
  }
}
