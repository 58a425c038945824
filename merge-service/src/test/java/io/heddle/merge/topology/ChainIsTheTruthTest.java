package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that is lost, behind, or of another chain. */
class ChainIsTheTruthTest {
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
  void aLostStateIsReadFromTheChain() {
    merge.createDataset();
    merge.ingest("r1", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));
    merge.ingest("r2", "a", "b", SNAPSHOT, new City("Ulm", 1), new City("Pau", 3));

    merge.restart(false);
    merge.ingestPatiently("r3", "b", "c", SNAPSHOT, new City("Pau", 4));

    assertThat(merge.rows())
        .containsExactly(
            "+A Ulm 1", "+A Ede 2", "+A Pau 3", "-R Ede 2", "-C Pau 3", "+C Pau 4", "-R Ulm 1");
  }

  @Test
  void aStateThatFitsIsUsedAsItIs() {
    merge.createDataset();
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));

    merge.restart(true);
    merge.ingest("r2", "a", "b", LEDGER, new City("Ulm", 1), new City("Ede", 2));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void anOpenIngestionGoesOnAfterARestart() {
    merge.createDataset();
    merge.ingest("r0", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));
    merge.send(merge.begin("r1", "source", "a", SNAPSHOT));
    merge.send(merge.batch("r1", 0, new City("Ulm", 7)));

    merge.restart(true);
    merge.send(merge.batch("r1", 1, new City("Pau", 3)));
    merge.send(merge.end("r1", "source", 2, 2, "b"));

    assertThat(merge.rows())
        .containsExactly("+A Ulm 1", "+A Ede 2", "-C Ulm 1", "+C Ulm 7", "+A Pau 3", "-R Ede 2");
  }

  @Test
  void anOpenIngestionIsTakenBackAfterARestart() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));

    merge.restart(true);
    merge.send(new Proposal.IngestAbort(DATASET, "r1", "given up"));
    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 3));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 3");
  }

  @Test
  void aRejectedIngestionIsTakenBackAndTheForeignRowsAreRead() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.holdCommits();
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2), new City("Pau", 3)));
    merge.send(merge.end("r1", "source", 1, 2, "b"));

    merge.anotherWriterAdds(new City("Ede", 9));
    merge.releaseCommits();
    merge.await("r1", Reply.RolledBack.class);
    merge.ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 2), new City("Pau", 3));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 9", "+A Pau 3");
  }

  @Test
  void anIngestionThatWouldMeetTheSameObstacleAgainIsRefused() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.holdCommits();
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));
    merge.send(merge.end("r1", "source", 1, 1, "b"));

    merge.announce(
        new CommitResult.Rejected(
            DATASET,
            "r1",
            "r1",
            merge.chain().summary().orElseThrow().head(),
            "the disk is full",
            FailureKind.LimitExceeded));
    assertThat(merge.await("r1", Reply.Refused.class))
        .isEqualTo(
            new Reply.Refused(
                DATASET, "r1", new Failure(FailureKind.LimitExceeded, "the disk is full")));

    merge.forgetDecisions();
    merge.letCommitsThrough();
    merge.ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 2), new City("Pau", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 3");
  }

  @Test
  void anIngestionThatIsRejectedWhileItsBatchesComeIsTakenBackAtOnce() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.holdCommits();
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));

    merge.announce(
        new CommitResult.Rejected(
            DATASET, "r1", "r1", null, "a record of the decision could not be read"));
    merge.awaitRequests(CommitRequest.SliceAbort.class, 1);
    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);

    merge.forgetDecisions();
    merge.letCommitsThrough();
    merge.ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 3");
  }

  @Test
  void aRejectedFirstIngestionIsTakenBackWithoutUndoRecords() {
    merge.createDataset();
    merge.holdCommits();
    merge.send(merge.begin("r1", "source", null, LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));
    merge.send(merge.end("r1", "source", 1, 1, "a"));

    var chain = merge.chain().summary().orElseThrow();
    merge.appendByAnother(
        new CommitRequest.AppendEvents(
            DATASET,
            "foreign",
            "foreign",
            new BlockPointer(chain.head(), 0),
            chain.systemTime(),
            List.of(new MetadataEvent.SetInfo("by another", null)),
            null));
    merge.releaseCommits();
    merge.await("r1", Reply.RolledBack.class);
    merge.ingestPatiently("r2", null, "a", LEDGER, new City("Ede", 3));

    assertThat(merge.rows()).containsExactly("+A Ede 3");
  }

  @Test
  void aChainThatWentOnWhileNobodyWatchedIsRead() {
    merge.createDataset();
    merge.ingest("r0", null, "a", SNAPSHOT, new City("Ulm", 1));
    merge.anotherWriterAdds(new City("Ede", 9));

    merge.restart(true);
    merge.ingestPatiently("r1", "a", "b", SNAPSHOT, new City("Ulm", 1));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 9", "-R Ede 9");
  }

  @Test
  void anotherStrategyGetsAViewOfItsOwn() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1), new City("Ede", 2));

    merge.ingestPatiently("r1", "a", "b", SNAPSHOT, new City("Ulm", 5));
    merge.ingestPatiently("r2", "b", "c", LEDGER, new City("Ede", 2), new City("Pau", 3));
    merge.ingestPatiently("r3", "c", "d", SNAPSHOT, new City("Ulm", 5));

    assertThat(merge.rows())
        .containsExactly(
            "+A Ulm 1", "+A Ede 2", "-C Ulm 1", "+C Ulm 5", "-R Ede 2", "+A Pau 3", "-R Pau 3");
  }

  @Test
  void rebuildReadsTheChainAgainAndTheOldRowsGo() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1), new City("Ede", 2));

    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));
    assertThat(merge.await("rebuild")).isInstanceOf(Reply.NothingToCommit.class);
    merge.advance(Duration.ofMillis(100));
    merge.ingest("r1", "a", "b", LEDGER, new City("Ulm", 1), new City("Pau", 2));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 2");
    assertThat(merge.storedRows()).isEqualTo(3);
  }

  @Test
  void nothingIsAppendedOnTopOfAnEventThatNobodyKnows() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.appendUnknownEvent();
    merge.restart(true);

    merge.send(merge.begin("first", "source", "a", LEDGER));
    merge.await("first");
    merge.advance(Duration.ofSeconds(1));
    MergeHarness.pause();
    merge.advance(Duration.ofSeconds(1));
    merge.send(merge.begin("r1", "source", "a", LEDGER));

    assertThat(merge.await("r1"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply ->
                assertThat(reply.failure().message())
                    .contains("heddle.merge.on-top-of-unknown-events"));
  }

  @Test
  void anOperatorMayAllowIt(@TempDir Path folder) {
    try (MergeHarness allowed = new MergeHarness(folder, ChainIsTheTruthTest::allowingUnknown)) {
      allowed.createDataset();
      allowed.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
      allowed.appendUnknownEvent();
      allowed.restart(true);

      allowed.ingestPatiently("r1", "a", "b", LEDGER, new City("Ede", 2));

      assertThat(allowed.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
    }
  }

  private static AggregateSettings allowingUnknown(AggregateSettings like) {
    return new AggregateSettings(
        like.silence(),
        like.overdue(),
        like.unreadable(),
        like.step(),
        like.undoBytes(),
        like.snapshotRows(),
        true,
        like.entryBytes(),
        like.slices());
  }
}
