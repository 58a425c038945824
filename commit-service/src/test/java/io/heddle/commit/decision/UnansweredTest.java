package io.heddle.commit.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.commit.Chains;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitRequest.DecisionInquiry;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.SetInfo;
import io.heddle.problem.FailureKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No decision stays without an answer, whatever happens to its records or to who works on it. */
class UnansweredTest {
  private static final DatasetId CITIES = Chains.dataset(1);

  @TempDir Path data;
  private DeskHarness desk;
  private BlockPointer base;

  @BeforeEach
  void start() {
    desk = new DeskHarness(data);
    base = Chains.seed(desk.storage(CITIES), CITIES);
  }

  @AfterEach
  void nothingIsLeft() {
    desk.close();
  }

  @Test
  void unreadableDecisionWithoutRowsIsRejectedByItsHeaders() throws Exception {
    desk.skip(CITIES, "r1");
    desk.send(info("r2"));

    assertThat(desk.answer(0))
        .isEqualTo(
            new Rejected(CITIES, "r1", "r1", null, "a record of the decision could not be read"));
    assertThat(desk.answer(1)).isInstanceOf(Committed.class);
  }

  @Test
  void unreadableRecordOfAnotherDecisionLeavesTheOpenOneAlone() throws Exception {
    List<CommitRequest> messages = Chains.decision(CITIES, "r2", base, 1);

    desk.send(messages.subList(0, 2));
    desk.skip(CITIES, "r1");
    desk.send(messages.subList(2, 4));

    assertThat(desk.answer(0)).isInstanceOf(Rejected.class);
    assertThat(desk.answer(1)).isInstanceOf(Committed.class);
  }

  @Test
  void unreadableBeginAnswersOnce() throws Exception {
    desk.skip(CITIES, "r1");
    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(1, 4));

    assertThat(desk.answer(0)).isInstanceOf(Rejected.class);
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(4, Set.of())));
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void errorInTheWorkIsARejection() throws Exception {
    Answers announcing = desk.toAnnounce;
    desk.toAnnounce =
        new Answers() {
          @Override
          public Optional<String> obstacleTo(CommitResult result) {
            throw new StackOverflowError("too deep");
          }

          @Override
          public void announce(CommitResult result) throws InterruptedException {
            announcing.announce(result);
          }
        };

    desk.send(info("r1"));

    assertThat(((Rejected) desk.answer(0)).reason())
        .contains("internal error", "too deep")
        .doesNotContain("java.");
    await().untilAsserted(() -> assertThat(desk.positions.get(0).offset()).isEqualTo(1));
  }

  @Test
  void outcomeThatCannotBeAnnouncedIsNotCommittedInTheFirstPlace() throws Exception {
    Answers announcing = desk.toAnnounce;
    desk.toAnnounce =
        new Answers() {
          @Override
          public Optional<String> obstacleTo(CommitResult result) {
            return Optional.of("too large");
          }

          @Override
          public void announce(CommitResult result) throws InterruptedException {
            announcing.announce(result);
          }
        };

    desk.send(info("r1"));

    assertThat(desk.answer(0))
        .isEqualTo(
            new Rejected(CITIES, "r1", "r1", base.hash(), "too large", FailureKind.LimitExceeded));
    assertThat(desk.storage(CITIES).references().head().orElseThrow().target())
        .isEqualTo(base.hash());
  }

  @Test
  void outcomeThatTheTopicDoesNotTakeAfterAllIsToldShortly() throws Exception {
    Answers announcing = desk.toAnnounce;
    desk.toAnnounce =
        new Answers() {
          @Override
          public Optional<String> obstacleTo(CommitResult result) {
            return Optional.empty();
          }

          @Override
          public void announce(CommitResult result) throws InterruptedException {
            if (result instanceof Committed) {
              throw new IllegalStateException("the topic takes less");
            }
            announcing.announce(result);
          }
        };

    desk.send(info("r1"));

    assertThat(((Rejected) desk.answer(0)).reason()).contains("the topic takes less");
  }

  @Test
  void decisionThatCannotBeAnsweredAtAllStandsStillForEverybodyToSee() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    desk.toAnnounce =
        new Answers() {
          @Override
          public Optional<String> obstacleTo(CommitResult result) {
            return Optional.empty();
          }

          @Override
          public void announce(CommitResult result) {
            tries.incrementAndGet();
            throw new IllegalStateException("broken");
          }
        };

    desk.send(info("r1"));

    await().untilAsserted(() -> assertThat(tries).hasValue(2));
    await()
        .untilAsserted(
            () -> {
              desk.passes(Duration.ofMinutes(1));
              assertThat(desk.desk().standsStillFor()).isGreaterThan(Duration.ofMinutes(15));
            });
    assertThat(desk.positions.get(0).offset()).isZero();
  }

  @Test
  void questionAfterADecisionAtHandChangesNothing() throws Exception {
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", base, 1);

    desk.send(messages.subList(0, 2));
    desk.send(new DecisionInquiry(CITIES, "r1", "r1"));
    desk.store.setAway(true);
    desk.send(messages.subList(2, 4));
    desk.send(new DecisionInquiry(CITIES, "r1", "r1"));
    desk.store.setAway(false);

    assertThat(desk.answer(0)).isInstanceOf(Committed.class);
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(6, Set.of())));
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void questionAfterADecisionThatIsNotAtHandIsAnsweredWithTheHead() throws Exception {
    desk.store.setAway(true);
    desk.send(new DecisionInquiry(CITIES, "gone", "r1"));
    await().untilAsserted(() -> assertThat(desk.waiting).containsExactly("gone"));
    desk.store.setAway(false);

    assertThat(desk.answer(0))
        .isEqualTo(
            new Rejected(
                CITIES, "gone", "r1", base.hash(), "the decision is not known (any more)"));
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(1, Set.of())));
  }

  @Test
  void questionAboutADatasetThatTheStoreForbidsIsAnsweredAfterABound() throws Exception {
    desk.store.forbid(CITIES.multibase());
    desk.send(new DecisionInquiry(CITIES, "gone", "r1"));
    await().untilAsserted(() -> assertThat(desk.waiting).containsExactly("gone"));
    desk.passes(DeskHarness.STORE_PATIENCE);

    Rejected rejected = (Rejected) desk.answer(0);
    assertThat(rejected.headFound()).isNull();
    assertThat(rejected.obstacle()).isNull();
    assertThat(rejected.reason())
        .isEqualTo(
            "the decision is not known (any more); where the head stands, the store does not tell:"
                + " 403 for %s/refs/head",
            CITIES.multibase());
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(1, Set.of())));
  }

  @Test
  void questionWhileTheStoreIsAwayWaitsHoweverLong() throws Exception {
    desk.store.setAway(true);
    desk.send(new DecisionInquiry(CITIES, "gone", "r1"));
    for (int hour = 0; hour < 3; hour++) {
      await().untilAsserted(() -> assertThat(desk.waiting).containsExactly("gone"));
      desk.waiting.clear();
      desk.passes(Duration.ofHours(1));
    }
    desk.store.setAway(false);

    assertThat(((Rejected) desk.answer(0)).headFound()).isEqualTo(base.hash());
  }

  @Test
  void questionAfterADecisionThatWasCommittedComesBehindItsResult() throws Exception {
    desk.send(Chains.decision(CITIES, "r1", base, 1));
    desk.answer(0);
    await().until(() -> desk.desk().answering() == 0);

    desk.send(new DecisionInquiry(CITIES, "r1", "r1"));

    Committed committed = (Committed) desk.answers.get(0);
    assertThat(((Rejected) desk.answer(1)).headFound())
        .isEqualTo(committed.blocks().getLast().hash());
  }

  private CommitRequest info(String id) {
    MetadataEvent info = new SetInfo("cities", List.of("geo"));
    return new CommitRequest.AppendEvents(CITIES, id, id, base, Chains.TIME, List.of(info), null);
  }
}
