package io.heddle.commit.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.commit.Chains;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.multiformats.DatasetId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that fails, hangs or answers late. */
class StoreTroubleTest {
  private static final DatasetId CITIES = Chains.dataset(1);
  private static final DatasetId RIVERS = Chains.dataset(2);

  @TempDir Path folder;
  private DeskHarness desk;
  private BlockPointer cities;
  private BlockPointer rivers;

  @BeforeEach
  void start() {
    desk = new DeskHarness(folder);
    cities = Chains.seed(desk.storage(CITIES), CITIES);
    rivers = Chains.seed(desk.storage(RIVERS), RIVERS);
  }

  @AfterEach
  void nothingIsLeft() {
    desk.close();
  }

  @Test
  void storeThatIsAwayIsWaitedForHoweverLong() throws Exception {
    desk.store.setAway(true);
    desk.send(Chains.decision(CITIES, "r1", cities, 1));

    for (int hour = 0; hour < 3; hour++) {
      await().untilAsserted(() -> assertThat(desk.waiting).containsExactly("r1"));
      desk.waiting.clear();
      desk.passes(Duration.ofHours(1));
    }
    desk.store.setAway(false);

    assertThat(desk.answer(0)).isInstanceOf(Committed.class);
    assertThat(desk.desk().standsStillFor()).isZero();
  }

  @Test
  void datasetThatTheStoreForbidsIsRejectedAfterABoundAndHoldsNobodyUp() throws Exception {
    desk.store.forbid(CITIES.multibase());
    desk.send(Chains.decision(CITIES, "r1", cities, 1));
    desk.send(Chains.decision(RIVERS, "r2", rivers, 1));

    assertThat(desk.answer(0)).isInstanceOf(Committed.class);
    assertThat(desk.positions.get(0).offset()).isZero();
    await().untilAsserted(() -> assertThat(desk.waiting).contains("r1"));
    desk.passes(DeskHarness.STORE_PATIENCE);

    assertThat(((Rejected) desk.answer(1)).reason())
        .startsWith("the store answers, but not for this dataset: 403");
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(8, Set.of())));
  }

  @Test
  void storeThatHangsIsNoticedAndItsLateAnswerStillCounts() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    desk.store.hang(released);
    desk.send(Chains.decision(CITIES, "r1", cities, 1));
    await().until(() -> desk.desk().answering() == 1);

    // Its sign of life was before the first call.
    await()
        .untilAsserted(
            () -> {
              desk.passes(Duration.ofMinutes(1));
              assertThat(desk.desk().standsStillFor()).isGreaterThan(Duration.ofMinutes(15));
            });
    released.countDown();

    assertThat(desk.answer(0)).isInstanceOf(Committed.class);
    await().untilAsserted(() -> assertThat(desk.desk().standsStillFor()).isZero());
  }

  @Test
  void partitionThatIsRevokedWhileTheStoreHangsLeavesNothing() throws Exception {
    desk.store.hang(new CountDownLatch(1));
    desk.send(Chains.decision(CITIES, "r1", cities, 1));
    await().until(() -> desk.desk().answering() == 1);

    desk.desk().revoke(0);

    await().untilAsserted(() -> assertThat(desk.filesLeft()).isZero());
    assertThat(desk.answers).isEmpty();
    assertThat(desk.waiting).isEmpty();
  }
}
