package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Reply;
import io.heddle.problem.Failure;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of an aggregate that holds its state against the chain, and reads the chain where the
 * state is behind. For the thread of the partition's task.
 */
final class ChainReading {
  private static final Logger log = LoggerFactory.getLogger(ChainReading.class);

  private final AggregateCore core;

  /** Whether the state is known to be that of the chain, as far as a look can tell. */
  private boolean known;

  private @Nullable HeadCheck check;
  private @Nullable CatchUpWork catchUp;

  /** Why views were dropped a while ago; whoever needs one of them is refused for some time. */
  private CatchUpWork.@Nullable Obstacle unreadable;

  private Instant unreadableUntil = Instant.MIN;

  ChainReading(AggregateCore core) {
    this.core = core;
    this.known = !(core.phase() instanceof Phase.Idle);
  }

  boolean isKnown() {
    return known;
  }

  boolean isBeingChecked() {
    return check != null;
  }

  /** The chain may know more than the state does. */
  void doubt() {
    known = false;
  }

  /** Looks at the head, unless that is being done. */
  void check() {
    if (check == null) {
      check = new HeadCheck(core.dataset(), core.state().chain(), core.surroundings().chains());
    }
  }

  /** Forgets what was found out so far. */
  void startOver() {
    stop();
    check = null;
    unreadable = null;
    known = true;
  }

  /** Lets go of background work. */
  void stop() {
    if (catchUp != null) {
      catchUp.close();
      catchUp = null;
    }
  }

  /**
   * Does the state fit the chain?
   *
   * @return whether the chain is now being read, since it does not
   */
  boolean goOnWithCheck() {
    if (check == null) {
      return false;
    }
    return switch (check.poll(core.now())) {
      case HeadCheck.Outcome.Pending ignored -> false;
      case HeadCheck.Outcome.Fits(ChainSummary chain) -> {
        check = null;
        known = true;
        core.become(core.state().with(chain));
        yield false;
      }
      case HeadCheck.Outcome.Moved ignored -> {
        check = null;
        known = true;
        core.catchUpFromHead();
        yield true;
      }
    };
  }

  /** Why the chain has been unreadable for so long that nobody should wait for it. */
  Optional<Failure> stuck() {
    return obstacle()
        .filter(each -> each.isOlderThan(core.settings().unreadable(), core.now()))
        .map(CatchUpWork.Obstacle::failure);
  }

  private Optional<CatchUpWork.Obstacle> obstacle() {
    if (core.phase() instanceof Phase.CatchingUp && catchUp != null) {
      return catchUp.obstacle();
    }
    return check == null ? Optional.empty() : check.obstacle();
  }

  /** Why the view that an ingestion needs cannot be read, as was found out a moment ago. */
  Optional<Failure> lacksViewFor(IngestBegin begin) {
    if (unreadable == null
        || core.now().isAfter(unreadableUntil)
        || !(core.phase() instanceof Phase.Idle)
        || !core.state().hasRows()
        || begin.schema() == null) {
      return Optional.empty();
    }
    CatchUpWork.Obstacle damage = unreadable;
    return View.Need.of(begin.merge())
        .filter(need -> core.state().view(need).isEmpty())
        .map(need -> damage.failure());
  }

  /** Goes on with reading the chain into the views. */
  void catchUp(Phase.CatchingUp phase, BooleanSupplier timeIsUp) {
    if (catchUp == null) {
      catchUp =
          new CatchUpWork(
              core.dataset(), core.stores(), core.settings(), core.surroundings().chains());
    }
    switch (catchUp.step(core.state(), phase, core.now(), timeIsUp)) {
      case CatchUpWork.Outcome.Underway(DatasetState reached) -> {
        if (!reached.equals(core.state())) {
          core.become(reached);
        }
        catchUp
            .obstacle()
            .filter(each -> !each.passing())
            .filter(each -> each.isOlderThan(core.settings().unreadable(), core.now()))
            .ifPresent(damage -> giveUp(phase, damage));
      }
      case CatchUpWork.Outcome.Done(DatasetState reached) -> {
        core.become(reached.with(new Phase.Idle()));
        catchUp = null;
        known = true;
        unreadable = null;
        if (phase.requestId() != null) {
          core.done(phase.requestId());
        }
      }
      case CatchUpWork.Outcome.Elsewhere ignored -> {
        log.atWarn()
            .addKeyValue("dataset", core.dataset())
            .log("The chain is another one, reading it anew");
        catchUp = null;
        core.newGeneration();
        core.catchUpFromStart(phase.requestId());
      }
    }
  }

  /**
   * What is damaged does not heal by waiting. Views that cannot be read are dropped, so that
   * whoever needs none goes on, and whoever does is refused.
   *
   * @throws IllegalStateException when the chain itself cannot be read
   */
  private void giveUp(Phase.CatchingUp phase, CatchUpWork.Obstacle damage) {
    if (damage.chain() == null) {
      throw new IllegalStateException("the dataset's chain cannot be read: " + damage.reason());
    }
    log.atError()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("reason", damage.reason())
        .log("Views of a dataset cannot be read and are dropped");
    stop();
    core.become(
        core.state()
            .keepingViews(
                core.state().views().stream()
                    .filter(view -> !phase.spaces().contains(view.space()))
                    .toList()));
    if (phase.upTo() == null) {
      core.become(core.state().with(damage.chain().chain()));
    }
    core.become(new Phase.Idle());
    known = true;
    unreadable = damage;
    unreadableUntil = core.now().plus(core.settings().unreadable());
    if (phase.requestId() != null) {
      core.reply(new Reply.Refused(core.dataset(), phase.requestId(), damage.failure()));
    }
  }
}
