package io.heddle.merge.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Wares.Delivery;
import io.heddle.message.CommitResult;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The messages to and about one dataset, and the answers: what was committed is folded as soon as
 * it is known.
 */
final class DatasetTalk {
  static final int PATIENCE = 2_000;
  private static final Duration TICK = Duration.ofMillis(50);

  private final MergeHarness merge;
  private final String name;
  final Wares wares;
  final HistoryFold fold = new HistoryFold();

  /** What stands in the decisions that may still be committed, by their ids. */
  final Map<String, Runnable> decided = new HashMap<>();

  final List<Proposal.IngestBegin> committed = new ArrayList<>();

  /** Which task was committed last, by source. */
  final Map<String, String> lastTasks = new HashMap<>();

  /** Whether the head may have been moved without the aggregate's knowledge. */
  boolean movedByOthers;

  private int answersSeen;
  private int ids;

  DatasetTalk(MergeHarness merge, DatasetId dataset, String name) {
    this.merge = merge;
    this.name = name;
    this.wares = new Wares(dataset, merge.bucket, merge.allocator);
  }

  /** An ingestion that the aggregate has opened, on top of a block. */
  record Begun(Proposal.IngestBegin begin, Multihash base) {}

  String newId(String what) {
    return "%s-%d-%s".formatted(what, ids++, name);
  }

  /** Offers an ingestion until it is taken. */
  Begun offer(Delivery delivery, String taskId, long epoch) {
    for (int i = 0; i < PATIENCE; i++) {
      Proposal.IngestBegin begin = wares.begin(newId("ingest"), taskId, epoch, delivery);
      merge.send(begin);
      Reply answer = reply(begin.requestId());
      takeAnswers();
      if (answer instanceof Reply.Begun begun) {
        if (!movedByOthers) {
          assertThat(begun.base().hash()).as("base of what has begun").isEqualTo(head());
        }
        decided.put(
            begin.requestId(),
            () -> {
              fold.deliver(delivery);
              committed.add(begin);
              lastTasks.put(delivery.source(), taskId);
            });
        return new Begun(begin, begun.base().hash());
      }
      assertThat(answer).isInstanceOf(Reply.Busy.class);
      pause(i);
    }
    throw new AssertionError("busy for ever");
  }

  Multihash head() {
    return wares.head().orElseThrow();
  }

  Optional<CommitResult> answer(String decisionId) {
    return merge.committer.answers.reversed().stream()
        .filter(each -> each.decisionId().equals(decisionId))
        .findFirst();
  }

  /** Folds what was committed meanwhile, in the order of the commits. */
  void takeAnswers() {
    for (; answersSeen < merge.committer.answers.size(); answersSeen++) {
      CommitResult answer = merge.committer.answers.get(answersSeen);
      if (answer instanceof CommitResult.Committed && answer.dataset().equals(wares.dataset)) {
        Runnable effect = decided.remove(answer.decisionId());
        assertThat(effect).as("effect of " + answer.decisionId()).isNotNull();
        Objects.requireNonNull(effect).run();
        Long last = wares.summary().lastOffset();
        assertThat(last == null ? 0 : last + 1)
            .as("rows after " + answer.decisionId())
            .isEqualTo(fold.rows.size());
      }
    }
  }

  Reply reply(String requestId) {
    until("is replied to: " + requestId, () -> merge.lastReply(requestId).isPresent());
    return merge.lastReply(requestId).orElseThrow();
  }

  void await(String requestId, Class<? extends Reply> kind) {
    until(
        "ends as " + kind.getSimpleName() + ": " + requestId,
        () -> merge.lastReply(requestId).filter(kind::isInstance).isPresent());
  }

  void until(String what, BooleanSupplier isSo) {
    for (int i = 0; i < PATIENCE && !isSo.getAsBoolean(); i++) {
      pause(i);
    }
    assertThat(isSo.getAsBoolean()).as(what).isTrue();
  }

  /** Lets the clock go on, and background work, which is real, at first for a moment only. */
  void pause(int times) {
    merge.advance(TICK);
    LockSupport.parkNanos(times < 20 ? 100_000 : 5_000_000);
    takeAnswers();
  }

  /** The dataset is row by row what the fold says. */
  void check() {
    assertThat(wares.rows()).containsExactlyElementsOf(fold.rows);
    assertThat(wares.addData()).as("blocks with data").hasSize(fold.blocks);
    assertThat(wares.summary().watermark())
        .isEqualTo(fold.watermark == null ? null : Instant.ofEpochMilli(fold.watermark));
    fold.states.forEach(
        (source, state) ->
            assertThat(wares.summary().state(source).orElseThrow().value())
                .as("state of " + source)
                .isEqualTo(state));
  }
}
