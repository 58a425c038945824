package io.heddle.commit.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.commit.Chains;
import io.heddle.hash.LogicalHasher;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetInfo;
import io.heddle.problem.FailureKind;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionDeskTest {
  private static final DatasetId CITIES = Chains.dataset(1);
  private static final DatasetId RIVERS = Chains.dataset(2);

  @TempDir Path folder;
  private DeskHarness desk;

  @BeforeEach
  void start() {
    desk = new DeskHarness(folder);
  }

  @AfterEach
  void nothingIsLeft() {
    desk.close();
  }

  @Test
  void decisionBecomesBlocksAndFiles() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);

    desk.send(Chains.decision(CITIES, "r1", base, 2));

    Committed committed = (Committed) answer(0);
    assertThat(committed.oldHead()).isEqualTo(base.hash());
    assertThat(committed.blocks())
        .extracting(block -> (Object) block.block().event().getClass())
        .containsExactly(SetDataSchema.class, AddData.class, AddData.class);
    assertThat(committed.blocks())
        .allSatisfy(block -> assertThat(block.block().systemTime()).isEqualTo(Chains.TIME));
    assertThat(storage(CITIES).references().head().orElseThrow().target())
        .isEqualTo(committed.blocks().getLast().hash());
    assertThatFileHolds((AddData) committed.blocks().get(1).block().event(), 4);
    assertThatFileHolds((AddData) committed.blocks().get(2).block().event(), 4);
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(8)));
  }

  @Test
  void decisionThatComesAgainIsAnsweredTheSame() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    desk.send(Chains.decision(CITIES, "r1", base, 1));
    CommitResult first = answer(0);

    desk.assign(0);
    desk.send(Chains.decision(CITIES, "r1", base, 1));

    assertThat(answer(1)).isEqualTo(first);
  }

  @Test
  void gapInBatchesRejectsAndNothingElse() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    BlockPointer other = Chains.seed(storage(RIVERS), RIVERS);
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", base, 1);

    desk.send(messages.get(0), messages.get(2), messages.get(3));
    desk.send(Chains.decision(RIVERS, "r2", other, 1));

    await().until(() -> desk.answers.size() == 2);
    assertThat(desk.answers)
        .filteredOn(Rejected.class::isInstance)
        .singleElement()
        .isEqualTo(
            new Rejected(
                CITIES, "r1", "r1", base.hash(), "batch 1 of slice 0 comes where 0 belongs"));
    assertThat(desk.answers).filteredOn(Committed.class::isInstance).hasSize(1);
    assertThat(storage(CITIES).references().head().orElseThrow().target()).isEqualTo(base.hash());
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(7)));
  }

  @Test
  void lostBeginRejectsOnce() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", base, 1);

    desk.send(messages.subList(1, 4));

    assertThat(answer(0)).isInstanceOf(Rejected.class);
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(3)));
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void answeredDecisionIsReadOverAfterARestart() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    desk.assign(2, "r1");

    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(2, 4));

    assertThat(desk.positions.get(0)).isEqualTo(position(4));
    assertThat(desk.answers).isEmpty();
  }

  @Test
  void decisionThatIsBegunAnewReplacesTheOldOne() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);

    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(0, 2));
    desk.send(Chains.decision(CITIES, "r1", base, 1));

    assertThat(answer(0)).isInstanceOf(Committed.class);
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(6)));
  }

  @Test
  void abortedDecisionLeavesNothing() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);

    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(0, 3));
    desk.send(new CommitRequest.SliceAbort(CITIES, "r1", "a bad row"));

    assertThat(desk.filesLeft()).isZero();
    assertThat(desk.positions.get(0)).isEqualTo(position(4));
    assertThat(desk.answers).isEmpty();
  }

  @Test
  void storeThatIsAwayHoldsUpNobodyElse() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    desk.store.setAway(true);
    desk.send(Chains.decision(CITIES, "r1", base, 1));
    await().untilAsserted(() -> assertThat(desk.desk().answering()).isEqualTo(1));

    assertThat(desk.positions.get(0).offset()).isZero();
    desk.store.setAway(false);

    assertThat(answer(0)).isInstanceOf(Committed.class);
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(4)));
  }

  @Test
  void unreadableRecordRejectsItsDecision() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", base, 1);

    desk.send(messages.subList(0, 2));
    desk.skip(CITIES, "r1");
    desk.send(messages.get(3));

    assertThat(answer(0))
        .isEqualTo(
            new Rejected(
                CITIES, "r1", "r1", base.hash(), "a record of the decision could not be read"));
    await().untilAsserted(() -> assertThat(desk.positions.get(0)).isEqualTo(position(4)));
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void rowsThatAreNoArrowStreamReject() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    List<CommitRequest> messages = Chains.decision(CITIES, "r1", base, 1);

    desk.send(messages.subList(0, 2));
    desk.send(new CommitRequest.SliceBatch(CITIES, "r1", 0, 1, new byte[] {1, 2, 3, 4, 5}));
    desk.send(messages.get(3));

    assertThat(((Rejected) answer(0)).reason()).startsWith("the rows cannot be read");
  }

  @Test
  void decisionThatNeverFitsOnTheDiskIsRejectedForGood() throws Exception {
    desk.limitStaging(1000);
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);

    desk.send(Chains.decision(CITIES, "r1", base, 1));

    Rejected rejected = (Rejected) answer(0);
    assertThat(rejected.reason())
        .isEqualTo(
            "the ingestion needs more disk than the 1000 bytes of heddle.commit.staging-limit");
    assertThat(rejected.obstacle()).isEqualTo(FailureKind.LimitExceeded);
  }

  @Test
  void decisionThatNeverFitsBesideWhatItHasStagedIsRejectedForGood() throws Exception {
    byte[] rows = Chains.rows(0, 2);
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    desk.limitStaging(rows.length + rows.length / 2);
    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(0, 2));

    desk.send(new CommitRequest.SliceBatch(CITIES, "r1", 0, 1, rows));

    assertThat(((Rejected) answer(0)).obstacle()).isEqualTo(FailureKind.LimitExceeded);
  }

  @Test
  void decisionThatFindsNoRoomBesideOthersIsBetterOfferedAgain() throws Exception {
    BlockPointer cities = Chains.seed(storage(CITIES), CITIES);
    BlockPointer rivers = Chains.seed(storage(RIVERS), RIVERS);
    desk.limitStaging(Chains.rows(0, 2).length * 5L / 2);
    List<CommitRequest> waits = Chains.decision(RIVERS, "r2", rivers, 1);
    desk.send(waits.subList(0, 3));

    desk.send(Chains.decision(CITIES, "r1", cities, 1));

    Rejected rejected = (Rejected) answer(0);
    assertThat(rejected.reason()).isEqualTo("the disk for open slices is full");
    assertThat(rejected.obstacle()).isNull();
    desk.send(waits.get(3));
    assertThat(answer(1)).isInstanceOf(Committed.class);
  }

  @Test
  void eventsWithoutRowsAreCommittedAsTheyAre() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    MetadataEvent info = new SetInfo("cities", List.of("geo"));

    desk.send(
        new CommitRequest.AppendEvents(CITIES, "r1", "r1", base, Chains.TIME, List.of(info), null));

    assertThat(((Committed) answer(0)).blocks().getFirst().block().event()).isEqualTo(info);
  }

  @Test
  void revokedPartitionIsForgotten() throws Exception {
    BlockPointer base = Chains.seed(storage(CITIES), CITIES);
    desk.send(Chains.decision(CITIES, "r1", base, 1).subList(0, 3));

    desk.desk().revoke(0);

    assertThat(desk.filesLeft()).isZero();
    desk.send(Chains.decision(CITIES, "r1", base, 1).get(3));
    assertThat(desk.answers).isEmpty();
  }

  private void assertThatFileHolds(AddData event, long rows) throws IOException {
    var slice = Objects.requireNonNull(event.newData());
    byte[] file;
    try (InputStream in =
        storage(CITIES).open(StorageArea.DATA, slice.physicalHash()).orElseThrow()) {
      file = in.readAllBytes();
    }
    try (SliceReader reader = SliceReader.openAsStored(SliceSource.of(file), desk.allocator)) {
      LogicalHasher hasher = LogicalHasher.ofSlice(reader.storedSchema());
      while (reader.next()) {
        hasher.update(reader.root());
      }
      assertThat(reader.rowCount()).isEqualTo(rows);
      assertThat(slice.size()).isEqualTo(file.length);
      assertThat(hasher.hash()).isEqualTo(slice.logicalHash());
    }
  }

  private DatasetStorage storage(DatasetId dataset) {
    return desk.storage(dataset);
  }

  private CommitResult answer(int number) {
    return desk.answer(number);
  }

  private static Position position(long offset) {
    return new Position(offset, Set.of());
  }
}
