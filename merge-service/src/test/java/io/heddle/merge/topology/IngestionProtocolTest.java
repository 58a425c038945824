package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static io.heddle.merge.topology.Cities.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestionProtocolTest {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final MergeStrategy SNAPSHOT = new MergeStrategy.Snapshot(List.of("city"), null);

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  @Test
  void seedCreatesTheDatasetAndIsNothingNewTheSecondTime() {
    merge.createDataset();
    Proposal.Metadata again =
        new Proposal.Metadata(
            DATASET,
            "again",
            "resource-1",
            List.of(new MetadataEvent.Seed(DATASET, io.heddle.odf.DatasetKind.Root)));

    merge.send(again);

    assertThat(merge.await("again")).isInstanceOf(Reply.NothingToCommit.class);
    assertThat(merge.chain().summary().orElseThrow().sequenceNumber()).isZero();
  }

  @Test
  void ledgerAddsWhatItHasNotSeen() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1), new City("Ede", 2));

    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 3), new City("Pau", 4));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 4");
    assertThat(merge.chain().summary().orElseThrow().state("source"))
        .contains(state("source", "b"));
  }

  @Test
  void snapshotRetractsAtTheEnd() {
    merge.createDataset();
    merge.ingest("r1", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));

    merge.ingest("r2", "a", "b", SNAPSHOT, new City("Ede", 3), new City("Pau", 4));

    assertThat(merge.rows())
        .containsExactly("+A Ulm 1", "+A Ede 2", "-C Ede 2", "+C Ede 3", "+A Pau 4", "-R Ulm 1");
  }

  @Test
  void eachBatchIsTaken() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");

    merge.send(merge.batch("r1", 0, new City("Ulm", 1)));

    assertThat(merge.lastReply("r1")).contains(new Reply.Taken(DATASET, "r1", 0));
  }

  @Test
  void anotherSourceHasToWait() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");

    merge.send(merge.begin("r2", "other", null, LEDGER));

    assertThat(merge.await("r2")).isInstanceOf(Reply.Busy.class);
  }

  @Test
  void aStaleSourceStateIsSuperseded() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));

    merge.send(merge.begin("r2", "source", null, LEDGER));

    assertThat(merge.await("r2"))
        .isEqualTo(
            new Reply.Superseded(
                DATASET, "r2", state("source", "a"), Reply.SupersededBy.SOURCE_STATE));
  }

  @Test
  void aTaskIsCommittedOnce() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));
    Proposal.IngestBegin first = merge.begin("r1", "source", null, LEDGER);
    Proposal.IngestBegin again =
        new Proposal.IngestBegin(
            DATASET,
            "r2",
            first.taskId(),
            null,
            first.datasetResourceId(),
            first.sourceName(),
            first.expectedState(),
            first.merge(),
            first.vocabulary(),
            first.schema(),
            false,
            null,
            null,
            null,
            null);

    merge.send(again);

    assertThat(merge.await("r2"))
        .isInstanceOfSatisfying(
            Reply.AlreadyCommitted.class,
            reply -> assertThat(reply.summary().rowsWritten()).isEqualTo(1));
  }

  @Test
  void aDatasetThatDoesNotExistIsRefused() {
    merge.send(merge.begin("r1", "source", null, LEDGER));

    assertThat(merge.await("r1"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> assertThat(reply.failure().kind()).isEqualTo(FailureKind.InvalidTarget));
  }

  @Test
  void aDatasetOfAnotherLifeIsRefused() {
    merge.createDataset();
    Proposal.IngestBegin begin = merge.begin("r1", "source", null, LEDGER);

    merge.send(
        new Proposal.IngestBegin(
            DATASET,
            "r1",
            "task",
            null,
            "resource-0",
            "source",
            null,
            LEDGER,
            begin.vocabulary(),
            begin.schema(),
            false,
            null,
            null,
            null,
            null));

    assertThat(merge.await("r1")).isInstanceOf(Reply.Refused.class);
  }

  @Test
  void otherNamesOfSystemColumnsAreRefusedInWords() {
    merge.createDataset();
    Proposal.IngestBegin begin = merge.begin("r1", "source", null, LEDGER);

    merge.send(
        new Proposal.IngestBegin(
            DATASET,
            "r1",
            "task",
            null,
            null,
            "source",
            null,
            LEDGER,
            new Vocabulary("nr", "op", "at", "when"),
            begin.schema(),
            false,
            null,
            null,
            null,
            null));

    assertThat(((Reply.Refused) merge.await("r1")).failure().message())
        .contains("the rows name the system columns nr, op, at, when, the dataset names them");
  }

  @Test
  void theSameBeginTwiceIsAnsweredTwice() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    Reply first = merge.await("r1");

    merge.send(merge.begin("r1", "source", null, LEDGER));

    assertThat(merge.replies.getLast()).isEqualTo(first);
  }

  @Test
  void aNewerAttemptTakesTheOlderOneBack() {
    merge.createDataset();
    merge.ingest("r0", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));
    merge.send(merge.begin("r1", "source", "a", SNAPSHOT));
    merge.send(merge.batch("r1", 0, new City("Ulm", 9), new City("Pau", 9)));

    merge.ingest("r2", "a", "b", SNAPSHOT, new City("Ulm", 1), new City("Ede", 3));

    assertThat(merge.replies)
        .contains(new Reply.RolledBack(DATASET, "r1", "a newer attempt has begun"));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "-C Ede 2", "+C Ede 3");
  }

  @Test
  void aGapTakesTheIngestionBack() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ulm", 1)));

    merge.send(merge.batch("r1", 2, new City("Ede", 1)));

    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    merge.ingest("r2", null, "a", LEDGER, new City("Ulm", 1), new City("Ede", 1));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 1");
  }

  @Test
  void anEndThatDoesNotAddUpTakesTheIngestionBack() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ulm", 1)));

    merge.send(merge.end("r1", "source", 1, 2, "a"));

    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    assertThat(merge.rows()).isEmpty();
  }

  @Test
  void abortTakesTheIngestionBack() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 1)));

    merge.send(new Proposal.IngestAbort(DATASET, "r1", "cancelled"));

    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void rowsAtFaultAreRefusedAndLeaveNoTrace() {
    merge.createDataset();
    merge.ingest("r0", null, "a", SNAPSHOT, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", SNAPSHOT));
    merge.send(merge.batch("r1", 0, new City("Ulm", 2), new City("Ede", 2)));

    merge.send(merge.batch("r1", 1, new City("Pau", 5), new City("Ede", 3)));

    assertThat(merge.await("r1"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> {
              assertThat(reply.failure().kind()).isEqualTo(FailureKind.MergeError);
              assertThat(reply.failure().details()).containsEntry("key", Map.of("city", "Ede"));
            });
    merge.ingest("r2", "a", "b", SNAPSHOT, new City("Ulm", 2), new City("Pau", 5));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "-C Ulm 1", "+C Ulm 2", "+A Pau 5");
  }

  @Test
  void silenceTakesTheIngestionBack() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");

    merge.advance(Duration.ofMinutes(6));

    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
  }

  @Test
  void metadataWaitsForTheIngestion() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");
    merge.send(
        new Proposal.Metadata(
            DATASET, "info", null, List.of(new MetadataEvent.SetInfo("cities", null))));
    merge.send(merge.batch("r1", 0, new City("Ulm", 1)));

    merge.send(merge.end("r1", "source", 1, 1, "a"));

    assertThat(merge.chain().block(merge.chain().head().orElseThrow().target()).block().event())
        .isEqualTo(new MetadataEvent.SetInfo("cities", null));
    assertThat(merge.rows()).containsExactly("+A Ulm 1");
  }

  @Test
  void metadataWithoutEffectIsLeftOut() {
    merge.createDataset();
    merge.send(
        new Proposal.Metadata(
            DATASET, "one", null, List.of(new MetadataEvent.SetInfo("cities", null))));

    merge.send(
        new Proposal.Metadata(
            DATASET, "two", null, List.of(new MetadataEvent.SetInfo("cities", null))));

    assertThat(merge.await("two")).isInstanceOf(Reply.NothingToCommit.class);
  }

  @Test
  void theVocabularyStaysOnceThereIsData() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));

    merge.send(
        new Proposal.Metadata(
            DATASET,
            "vocab",
            null,
            List.of(new MetadataEvent.SetVocab(null, null, null, "happened"))));

    assertThat(merge.await("vocab")).isInstanceOf(Reply.Refused.class);
  }

  @Test
  void unchangedRowsAndStateAreNothingToCommit() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));

    merge.ingest("r2", "a", "a", LEDGER, new City("Ulm", 1));

    assertThat(merge.await("r2"))
        .isInstanceOfSatisfying(
            Reply.NothingToCommit.class, reply -> assertThat(reply.summary().seen()).isEqualTo(1));
  }

  @Test
  void recordsPerSliceCutTheIngestionIntoBlocks() {
    merge.createDataset();
    Proposal.IngestBegin whole = merge.begin("r1", "source", null, LEDGER);
    merge.send(
        new Proposal.IngestBegin(
            DATASET,
            "r1",
            whole.taskId(),
            null,
            whole.datasetResourceId(),
            "source",
            null,
            LEDGER,
            whole.vocabulary(),
            whole.schema(),
            false,
            null,
            null,
            null,
            2L));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("a", 1), new City("b", 1), new City("c", 1)));

    merge.send(merge.end("r1", "source", 1, 3, "a"));

    // Seed, SetDataSchema, two AddData
    assertThat(merge.chain().summary().orElseThrow().sequenceNumber()).isEqualTo(3);
    assertThat(merge.rows()).containsExactly("+A a 1", "+A b 1", "+A c 1");
  }

  @Test
  void unreadableRecordsBecomeDeadLetters() {
    merge.createDataset();
    byte[] key = DATASET.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);

    merge.sendRaw(key, Map.of("ce_type", "nonsense"), new byte[] {1});
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));

    assertThat(merge.deadLetters).hasSize(1);
    assertThat(merge.deadLetters.getFirst().value()).containsExactly(1);
    assertThat(merge.rows()).containsExactly("+A Ulm 1");
  }

  @Test
  void anUnreadableBatchIsADeadLetterAndAGap() {
    merge.createDataset();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");

    merge.send(new Proposal.IngestBatch(DATASET, "r1", 0, new byte[] {1, 2, 3}));

    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    assertThat(merge.deadLetters).hasSize(1);
  }
}
