package io.heddle.commit.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.commit.Chains;
import io.heddle.commit.staging.StagedBatches;
import io.heddle.commit.staging.StagingException;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local disk that does not take staged rows, does not keep them, or loses them. */
class DiskTroubleTest {
  private static final DatasetId CITIES = Chains.dataset(1);
  private static final DatasetId RIVERS = Chains.dataset(2);

  @TempDir Path data;
  private DeskHarness desk;
  private BlockPointer cities;

  @BeforeEach
  void start() {
    desk = new DeskHarness(data);
    cities = Chains.seed(desk.storage(CITIES), CITIES);
  }

  @AfterEach
  void nothingIsLeft() {
    desk.close();
  }

  @Test
  void diskThatDoesNotTakeABatchRejectsItsDecisionAndTheNextOneGoesOn() throws Exception {
    Files.delete(desk.folder);

    desk.send(Chains.decision(CITIES, "r1", cities, 1));

    var rejected = (Rejected) desk.answer(0);
    assertThat(rejected.reason()).startsWith("the local disk does not take the rows");
    assertThat(rejected.obstacle()).isEqualTo(FailureKind.LimitExceeded);
    Files.createDirectory(desk.folder);
    assertThatTheNextOneIsCommitted();
    await()
        .untilAsserted(
            () -> assertThat(desk.positions.get(0)).isEqualTo(new Position(8, Set.of())));
  }

  @Test
  void stagedRowsThatAreCutRejectTheirDecision() throws Exception {
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", cities, 1);
    desk.send(messages.subList(0, 2));
    // More than what is kept in memory before it is written.
    desk.send(new CommitRequest.SliceBatch(CITIES, "r1", 0, 1, Chains.rows(2, 4000)));
    Files.write(onlyFile(), new byte[10]);
    desk.send(messages.get(3));

    var rejected = (Rejected) desk.answer(0);
    assertThat(rejected.reason()).startsWith("the local disk kept");
    assertThat(rejected.obstacle()).isNull();
    assertThatTheNextOneIsCommitted();
  }

  @Test
  void stagedRowsThatVanishRejectTheirDecision() throws Exception {
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", cities, 2);
    // A second instance that cleans the folder of the first one.
    desk.send(messages.subList(0, 3));
    Files.delete(onlyFile());
    desk.send(messages.subList(3, 8));

    var rejected = (Rejected) desk.answer(0);
    assertThat(rejected.reason()).startsWith("the local disk does not give the rows back");
    assertThat(rejected.obstacle()).isNull();
    assertThatTheNextOneIsCommitted();
  }

  @Test
  void rowsThatVanishAfterTheyWereCompletedAreBetterOfferedAgain() throws Exception {
    StagedBatches batches = desk.staging.newSlice();
    batches.add(Chains.rows(1, 1));
    batches.complete();
    Files.delete(onlyFile());

    assertThatThrownBy(() -> batches.forEach(desk.allocator, rows -> {}))
        .isInstanceOfSatisfying(
            StagingException.class, lost -> assertThat(lost.obstacle()).isNull());
    batches.close();
  }

  @Test
  void dataFileThatVanishesBeforeItsUploadIsBetterOfferedAgain() throws Exception {
    desk.store.setAway(true);
    desk.send(Chains.decision(CITIES, "r1", cities, 1));
    await().untilAsserted(() -> assertThat(desk.waiting).containsExactly("r1"));
    Files.delete(file(".parquet"));
    desk.store.setAway(false);

    var rejected = (Rejected) desk.answer(0);
    assertThat(rejected.reason()).startsWith("the local disk does not give the data file back");
    assertThat(rejected.obstacle()).isNull();
    await().untilAsserted(() -> assertThat(desk.filesLeft()).isZero());
  }

  @Test
  void diskThatDoesNotTakeDataFilesIsTriedAFewTimesAndKeepsNoWorker() throws Exception {
    BlockPointer rivers = Chains.seed(desk.storage(RIVERS), RIVERS);
    failDataFiles(6);
    desk.send(Chains.decision(CITIES, "r1", cities, 1));

    assertThat(desk.desk().standsStillFor()).isLessThan(Duration.ofSeconds(5));
    var rejected = (Rejected) desk.answer(0);
    assertThat(rejected.reason()).startsWith("the local disk does not take the data file");
    assertThat(rejected.obstacle()).isEqualTo(FailureKind.LimitExceeded);
    desk.send(Chains.decision(RIVERS, "r2", rivers, 1));
    assertThat(desk.answer(1)).isInstanceOf(Committed.class);
    await().untilAsserted(() -> assertThat(desk.filesLeft()).isZero());
  }

  @Test
  void diskThatDoesNotTakeDataFilesForAMomentCostsNothing() throws Exception {
    failDataFiles(2);

    desk.send(Chains.decision(CITIES, "r1", cities, 1));

    assertThat(desk.answer(0)).isInstanceOf(Committed.class);
    await().untilAsserted(() -> assertThat(desk.filesLeft()).isZero());
  }

  /** The first file of a desk is for batches; each try at a data file gets a name of its own. */
  private void failDataFiles(int tries) throws IOException {
    for (int number = 2; number < 2 + tries; number++) {
      Files.createDirectory(desk.folder.resolve("%06d.parquet".formatted(number)));
    }
  }

  private void assertThatTheNextOneIsCommitted() throws Exception {
    assertThat(desk.filesLeft()).isZero();
    assertThat(desk.staging.usedBytes()).isZero();
    desk.send(Chains.decision(CITIES, "r2", cities, 1));
    assertThat(desk.answer(1)).isInstanceOf(Committed.class);
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(desk.folder)) {
      return files.findFirst().orElseThrow();
    }
  }

  private Path file(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(desk.folder)) {
      return files.filter(path -> path.toString().endsWith(suffix)).findFirst().orElseThrow();
    }
  }
}
