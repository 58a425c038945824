package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.aggregate.Trouble;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.FailureKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One dataset's trouble is its own, and there is a way out of it. */
class BrokenTest {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final DatasetId NEIGHBOUR = neighbour();

  private MergeHarness merge;

  private static DatasetId neighbour() {
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    Arrays.fill(key, (byte) 7);
    return new DatasetId(key);
  }

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  /** An ingestion that cannot be taken back: its undo records are gone. */
  private void breakDataset() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));
    merge.removeJournal('U');
    merge.send(new Proposal.IngestAbort(DATASET, "r1", "given up"));
  }

  @Test
  void theOneThatFailsIsBrokenAndTheOthersGoOn() {
    Cities neighbour = merge.cities(NEIGHBOUR);
    breakDataset();

    merge.send(neighbour.create("create-2"));
    merge.advance(Duration.ofMillis(200));
    merge.awaitHead(neighbour);
    merge.send(neighbour.begin("n1", "source", null, LEDGER));
    assertThat(merge.await("n1")).isInstanceOf(Reply.Begun.class);
    merge.send(neighbour.batch("n1", 0, new City("Pau", 3)));
    merge.send(neighbour.end("n1", "source", 1, 1, "x"));

    assertThat(neighbour.rows()).containsExactly("+A Pau 3");
    assertThat(merge.replies).filteredOn(Reply.DatasetBroken.class::isInstance).hasSize(1);
    assertThat(merge.lastReply("r1"))
        .hasValueSatisfying(
            reply ->
                assertThat(((Reply.Refused) reply).failure().kind())
                    .isEqualTo(FailureKind.DatasetBroken));
    assertThat(merge.troubles.count(Trouble.Kind.BROKEN)).isOne();
  }

  @Test
  void nothingOfTheStepThatFailedLeaksOut() {
    breakDataset();

    // Neither the roll-back nor the end of the slice was said.
    assertThat(merge.replies).noneMatch(Reply.RolledBack.class::isInstance);
    assertThat(merge.requests)
        .noneMatch(io.heddle.message.CommitRequest.SliceAbort.class::isInstance);
  }

  @Test
  void whoAsksIsRefusedWithTheReasonAlsoAfterARestart() {
    breakDataset();
    merge.restart(true);

    merge.send(merge.begin("r2", "source", "a", LEDGER));

    assertThat(merge.await("r2"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> {
              assertThat(reply.failure().kind()).isEqualTo(FailureKind.DatasetBroken);
              assertThat(reply.failure().message())
                  .contains("undo part", "rebuilds")
                  .doesNotContain("Exception");
            });
  }

  @Test
  void rebuildMendsIt() {
    breakDataset();

    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));
    assertThat(merge.await("rebuild")).isInstanceOf(Reply.NothingToCommit.class);
    merge.ingest("r2", "a", "b", LEDGER, new City("Ulm", 1), new City("Pau", 2));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Pau 2");
    assertThat(merge.replies).filteredOn(Reply.DatasetMended.class::isInstance).hasSize(1);
    assertThat(merge.troubles.count(Trouble.Kind.BROKEN)).isZero();
  }

  @Test
  void unlockTriesAgainAndSaysWhenItFailsAgain() {
    breakDataset();

    merge.send(new Proposal.Unlock(DATASET, "unlock"));

    assertThat(merge.await("unlock")).isInstanceOf(Reply.Refused.class);
    assertThat(merge.troubles.count(Trouble.Kind.BROKEN)).isOne();
  }

  @Test
  void aChangedDefinitionUnlocksFirst() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));
    merge.removeJournal('U');
    merge.send(new Proposal.IngestAbort(DATASET, "r1", "given up"));
    assertThat(merge.troubles.count(Trouble.Kind.BROKEN)).isOne();
    merge.putJournalBack();

    merge.send(
        new Proposal.Metadata(
            DATASET, "info", null, List.of(new MetadataEvent.SetInfo("cities", null))));
    for (int i = 0; i < 200 && merge.chain().summary().orElseThrow().sequenceNumber() < 3; i++) {
      merge.advance(Duration.ofMillis(50));
      MergeHarness.pause();
    }

    assertThat(merge.chain().block(merge.chain().head().orElseThrow().target()).block().event())
        .isEqualTo(new MetadataEvent.SetInfo("cities", null));
    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 3");
  }

  @Test
  void unlockKeepsTheStateWhereItFits() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));

    merge.send(new Proposal.Unlock(DATASET, "unlock"));

    assertThat(merge.await("unlock")).isInstanceOf(Reply.NothingToCommit.class);
    assertThat(merge.lastReply("r1")).containsInstanceOf(Reply.RolledBack.class);
    assertThat(merge.storedRows()).isOne();
  }

  @Test
  void rebuildWorksWhileAnIngestionIsOpen() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));

    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));

    assertThat(merge.await("rebuild")).isInstanceOf(Reply.NothingToCommit.class);
    assertThat(merge.lastReply("r1")).containsInstanceOf(Reply.RolledBack.class);
    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 3");
  }

  @Test
  void aBeginThatWasAbortedWhileItWaitedIsNotOpened() {
    merge.createDataset();
    merge.restart(true);
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.send(new Proposal.IngestAbort(DATASET, "r1", "given up"));

    merge.send(merge.begin("r2", "other", null, LEDGER));

    assertThat(merge.await("r2")).isInstanceOf(Reply.Begun.class);
    assertThat(merge.lastReply("r1")).isEmpty();
  }
}
