package io.heddle.merge.aggregate;

import io.heddle.merge.state.Journal;
import io.heddle.merge.state.UndoLog;
import io.heddle.message.Reply;
import io.heddle.problem.Failure;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of an aggregate that takes ingestions back, and tells their senders why. */
final class Rollbacks {
  private static final Logger log = LoggerFactory.getLogger(Rollbacks.class);

  private final AggregateCore core;
  private final WorkAtHand work;

  Rollbacks(AggregateCore core, WorkAtHand work) {
    this.core = core;
    this.work = work;
  }

  /** The ingestion itself is at fault. */
  void refuse(OpenIngestion open, Failure failure) {
    refuse(open, false, failure);
  }

  private void refuse(OpenIngestion open, boolean thenCatchUp, Failure failure) {
    core.reply(new Reply.Refused(core.dataset(), open.requestId(), failure));
    takeBack(open, thenCatchUp, failure.message());
  }

  /** What was decided, or is about to be, is not committed. */
  void takeBack(OpenIngestion open, Phase.GivenUp why) {
    if (why.obstacle() == null) {
      rollBack(open, true, why.reason());
    } else {
      refuse(open, true, new Failure(why.obstacle(), why.reason()));
    }
  }

  /** The ingestion is not at fault, and may be offered again. */
  void rollBack(OpenIngestion open, boolean thenCatchUp, String reason) {
    core.reply(new Reply.RolledBack(core.dataset(), open.requestId(), reason));
    takeBack(open, thenCatchUp, reason);
  }

  private void takeBack(OpenIngestion open, boolean thenCatchUp, String reason) {
    log.atInfo()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("request", open.requestId())
        .addKeyValue("reason", reason)
        .log("Ingestion is taken back");
    work.abort(open, reason);
    core.become(new Phase.RollingBack(open, thenCatchUp));
    playBack(core.surroundings().stepEnd());
  }

  /** Lets go of an ingestion whose rows are of no use any more, since all are read again. */
  void drop(OpenIngestion open, String why) {
    core.reply(new Reply.RolledBack(core.dataset(), open.requestId(), why));
    work.abort(open, why);
    work.end(open);
    core.restore(open.begun());
  }

  /** Goes on with undoing until the state is where the ingestion began, or time is up. */
  void playBack(BooleanSupplier timeIsUp) {
    if (!(core.phase() instanceof Phase.RollingBack(OpenIngestion open, boolean thenCatchUp))) {
      return;
    }
    if (!open.undoable()) {
      boolean catchUp = thenCatchUp || core.state().hasRows();
      core.restore(open.begun());
      core.newGeneration();
      work.end(open);
      if (catchUp) {
        core.catchUpFromStart(null);
      } else {
        core.become(new Phase.Idle());
      }
      return;
    }
    UndoLog undo =
        new UndoLog(
            core.stores().journal(core.state(), Journal.Kind.UNDO),
            open.undoParts(),
            open.undoBytes());
    while (undo.parts() > 0) {
      if (timeIsUp.getAsBoolean()) {
        core.become(new Phase.RollingBack(open.withUndoParts(undo.parts()), thenCatchUp));
        return;
      }
      undo.playBackLast(core.stores().rows());
    }
    core.restore(open.begun());
    work.end(open.withUndoParts(0));
    if (thenCatchUp) {
      core.catchUpFromHead();
    } else {
      core.become(new Phase.Idle());
    }
  }
}
