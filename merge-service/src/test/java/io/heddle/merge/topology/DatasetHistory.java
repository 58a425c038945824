package io.heddle.merge.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Wares.Delivery;
import io.heddle.merge.topology.Wares.Row;
import io.heddle.merge.topology.Wares.Ware;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What happens to one dataset, message by message, and what has to come of it. */
final class DatasetHistory {
  /** How an ingestion ends. */
  private enum Fate {
    COMMITTED,
    ABORTED,
    GAP,
    MISCOUNTED,
    SILENT,
    REFUSED,
    BEGUN_ANEW,
    RIVALLED,
    FOREIGN_BLOCK,
    HELD
  }

  private static final List<Fate> FATES = List.of(Fate.values());

  final DatasetTalk talk;
  private final Wares wares;
  private final HistoryFold fold;
  private final MergeHarness merge;
  private final Random random;
  private final RandomDeliveries deliveries;
  private final Runnable longSilence;
  private final Runnable stateLoss;
  private final List<String> orphans = new ArrayList<>();
  private @Nullable Open open;

  /**
   * @param name ends its request ids
   * @param longSilence lets the clock go on until open ingestions are taken back
   * @param stateLoss takes all state from the aggregates
   */
  DatasetHistory(
      MergeHarness merge,
      DatasetId dataset,
      String name,
      Random random,
      Runnable longSilence,
      Runnable stateLoss) {
    this.merge = merge;
    this.random = random;
    this.deliveries = new RandomDeliveries(random);
    this.longSilence = longSilence;
    this.stateLoss = stateLoss;
    this.talk = new DatasetTalk(merge, dataset, name);
    this.wares = talk.wares;
    this.fold = talk.fold;
  }

  /** An ingestion that is under way. */
  private static final class Open {
    final Delivery delivery;
    final String taskId;
    final Fate fate;
    final int turn;
    final List<List<Ware>> batches;
    long epoch = 1;
    int next;
    Proposal.IngestBegin begin;
    Multihash base;
    boolean held;

    /** The aggregate has lost it, or taken it back. */
    boolean gone;

    private Open(
        Delivery delivery,
        String taskId,
        Fate fate,
        int turn,
        List<List<Ware>> batches,
        DatasetTalk.Begun as) {
      this.delivery = delivery;
      this.taskId = taskId;
      this.fate = fate;
      this.turn = turn;
      this.batches = batches;
      this.begin = as.begin();
      this.base = as.base();
    }

    String id() {
      return begin.requestId();
    }
  }

  void create() {
    talk.decided.put("create-" + wares.dataset, () -> {});
    merge.send(wares.create());
    talk.until("is created", () -> wares.head().isPresent());
  }

  /** The next message, or whatever else happens next. */
  void step() {
    if (open == null) {
      between();
    } else if (open.held) {
      whileHeld(open);
    } else if (open.next == open.turn && !open.gone) {
      turn(open);
    } else if (open.next < open.batches.size()) {
      sendBatch(open);
    } else {
      end(open);
    }
    talk.takeAnswers();
  }

  /** Ends what is under way, and lets loose what is kept back. */
  void finish() {
    while (open != null) {
      step();
    }
    while (!orphans.isEmpty()) {
      releaseOrphan();
    }
  }

  /** All state of the aggregate is lost. */
  void onStateLost() {
    if (open != null) {
      if (open.held) {
        orphans.add(open.id());
        open = null;
      } else {
        open.gone = true;
      }
    }
  }

  /** Nothing was heard for so long that an open ingestion is taken back. */
  void onSilence() {
    if (open != null && !open.held) {
      open.gone = true;
    }
  }

  private void between() {
    switch (random.nextInt(20)) {
      case 0 -> foreignBlock();
      case 1, 2 -> redeliverOldBegin();
      case 3 -> describe();
      case 4 -> answerAgain();
      case 5 -> merge.send(new Proposal.Rebuild(wares.dataset, talk.newId("rebuild")));
      case 6 -> releaseOrphan();
      default -> begin();
    }
  }

  // Ingestions

  private void begin() {
    String source = random.nextBoolean() ? "north" : "south";
    Delivery delivery = deliveries.next(source, fold.states.get(source));
    Fate fate = random.nextBoolean() ? Fate.COMMITTED : FATES.get(random.nextInt(FATES.size()));
    if (fate == Fate.REFUSED) {
      Optional<Delivery> spoilt = deliveries.spoilt(delivery);
      fate = spoilt.isPresent() ? fate : Fate.COMMITTED;
      delivery = spoilt.orElse(delivery);
    }
    List<List<Ware>> batches = deliveries.cut(delivery.input().wares());
    boolean needsTurn = fate != Fate.COMMITTED && fate != Fate.REFUSED && fate != Fate.HELD;
    int turn = needsTurn && fate != Fate.MISCOUNTED ? random.nextInt(batches.size() + 1) : -1;
    String taskId = talk.newId("task");
    DatasetTalk.Begun begun = talk.offer(delivery, taskId, 1);
    open = new Open(delivery, taskId, fate, turn, batches, begun);
  }

  private void sendBatch(Open of) {
    if (of.next > 0 && random.nextInt(8) == 0) {
      send(of, random.nextInt(of.next));
    }
    send(of, of.next++);
  }

  private void send(Open of, int number) {
    merge.send(wares.batch(of.id(), number, of.delivery.input(), of.batches.get(number)));
  }

  /** What sets this ingestion apart from one that is just committed. */
  private void turn(Open of) {
    of.next = of.turn;
    switch (of.fate) {
      case ABORTED -> {
        merge.send(new Proposal.IngestAbort(wares.dataset, of.id(), "given up"));
        takenBack(of);
      }
      case GAP -> {
        merge.send(wares.batch(of.id(), of.next + 1, of.delivery.input(), List.of()));
        takenBack(of);
      }
      case SILENT -> {
        longSilence.run();
        takenBack(of);
      }
      case BEGUN_ANEW -> {
        String before = of.id();
        of.epoch++;
        DatasetTalk.Begun again = talk.offer(of.delivery, of.taskId, of.epoch);
        talk.await(before, Reply.RolledBack.class);
        talk.decided.remove(before);
        carryOn(of, again);
      }
      case RIVALLED -> {
        rival(of);
        carryOn(of, new DatasetTalk.Begun(of.begin, of.base));
      }
      case FOREIGN_BLOCK -> {
        foreignBlock();
        carryOn(of, new DatasetTalk.Begun(of.begin, of.base));
      }
      case COMMITTED, MISCOUNTED, REFUSED, HELD -> throw new AssertionError(of.fate);
    }
  }

  /** From here on it goes on to its end; from its first batch, where it has begun anew. */
  private void carryOn(Open of, DatasetTalk.Begun as) {
    Open on = new Open(of.delivery, of.taskId, Fate.COMMITTED, -1, of.batches, as);
    on.epoch = of.epoch;
    on.gone = of.gone;
    on.next = as.begin().equals(of.begin) ? of.next : 0;
    open = on;
  }

  /** Others who want to begin meanwhile: none of them may harm it. */
  private void rival(Open of) {
    Proposal.IngestBegin older = wares.begin(talk.newId("older"), of.taskId, 0, of.delivery);
    merge.send(older);
    assertThat(talk.reply(older.requestId()))
        .isInstanceOfSatisfying(
            Reply.Superseded.class,
            reply -> assertThat(reply.by()).isEqualTo(Reply.SupersededBy.NEWER_ATTEMPT));
    String other = of.delivery.source().equals("north") ? "south" : "north";
    Proposal.IngestBegin stranger =
        wares.begin(talk.newId("other"), talk.newId("task"), 1, deliveries.next(other, null));
    merge.send(stranger);
    assertThat(talk.reply(stranger.requestId())).isInstanceOf(Reply.Busy.class);
    merge.send(of.begin);
    assertThat(talk.reply(of.id())).isInstanceOf(Reply.Begun.class);
  }

  private void takenBack(Open of) {
    talk.await(of.id(), Reply.RolledBack.class);
    talk.decided.remove(of.id());
    open = null;
  }

  private void end(Open of) {
    long rows = of.delivery.input().wares().size() + (of.fate == Fate.MISCOUNTED ? 1 : 0);
    boolean holds = of.fate == Fate.HELD && !of.gone;
    if (holds) {
      merge.committer.holdNext(wares.dataset);
    }
    boolean fits = of.base.equals(talk.head());
    merge.send(wares.end(of.id(), of.batches.size(), rows, of.delivery));
    if (of.gone) {
      talk.decided.remove(of.id());
      open = null;
    } else if (of.fate == Fate.MISCOUNTED) {
      takenBack(of);
    } else if (of.fate == Fate.REFUSED) {
      talk.await(of.id(), Reply.Refused.class);
      talk.decided.remove(of.id());
      open = null;
    } else if (holds) {
      talk.until("is decided", () -> merge.committer.holds(of.id()));
      of.held = true;
    } else {
      settle(of, fits);
    }
  }

  private void settle(Open of, boolean fits) {
    talk.until("is answered", () -> talk.answer(of.id()).isPresent());
    CommitResult answer = talk.answer(of.id()).orElseThrow();
    assertThat(answer)
        .isInstanceOf(fits ? CommitResult.Committed.class : CommitResult.Rejected.class);
    talk.takeAnswers();
    if (!fits) {
      takenBack(of);
      // The aggregate reads the chain up to its head now.
      talk.movedByOthers = false;
    }
    open = null;
  }

  private void whileHeld(Open of) {
    switch (random.nextInt(7)) {
      case 0 -> foreignBlock();
      case 1 -> redeliverOldBegin();
      case 2 -> merge.advance(Duration.ofSeconds(20));
      case 3 -> stateLoss.run();
      case 4, 5 -> {
        boolean fits = of.base.equals(talk.head());
        merge.announce(merge.committer.release(of.id()));
        settle(of, fits);
      }
      default -> {
        merge.announce(merge.committer.reject(of.id()));
        settle(of, false);
      }
    }
  }

  // Others

  /** Another writer appends to the chain, and nobody tells the aggregate. */
  private void foreignBlock() {
    String id = talk.newId("foreign");
    if (wares.summary().schema().isEmpty() || random.nextInt(4) == 0) {
      merge.appendByAnother(wares.foreignInfo(id));
    } else {
      Row row = deliveries.row(fold.rows.size());
      merge.appendByAnother(wares.foreignRow(id, row).toArray(CommitRequest[]::new));
      fold.foreign(row);
    }
    talk.movedByOthers = true;
  }

  /** What was committed long ago is offered once more: it must not be taken again. */
  private void redeliverOldBegin() {
    if (talk.committed.isEmpty()) {
      return;
    }
    Proposal.IngestBegin old = talk.committed.get(random.nextInt(talk.committed.size()));
    for (int i = 0; i < DatasetTalk.PATIENCE; i++) {
      Proposal.IngestBegin again = Wares.again(old, talk.newId("old"));
      merge.send(again);
      Reply answer = talk.reply(again.requestId());
      talk.takeAnswers();
      if (!(answer instanceof Reply.Busy)) {
        boolean last = old.taskId().equals(talk.lastTasks.get(old.sourceName()));
        assertThat(answer)
            .isInstanceOfAny(
                Reply.Superseded.class,
                last ? Reply.AlreadyCommitted.class : Reply.Superseded.class);
        return;
      }
      if (open != null) {
        return;
      }
      talk.pause(i);
    }
    throw new AssertionError("busy for ever");
  }

  private void describe() {
    String id = talk.newId("describe");
    talk.decided.put(id, () -> {});
    merge.send(
        new Proposal.Metadata(
            wares.dataset, id, null, List.of(new MetadataEvent.SetInfo(id, null))));
  }

  private void answerAgain() {
    List<CommitResult> ours =
        merge.committer.answers.stream()
            .filter(each -> each.dataset().equals(wares.dataset))
            .toList();
    merge.announce(ours.get(random.nextInt(ours.size())));
  }

  /** A decision of an aggregate that has forgotten it is committed now, if it still fits. */
  private void releaseOrphan() {
    if (orphans.isEmpty()) {
      return;
    }
    CommitResult result = merge.committer.release(orphans.removeFirst());
    talk.movedByOthers |= result instanceof CommitResult.Committed;
    merge.announce(result);
    talk.takeAnswers();
  }
}
