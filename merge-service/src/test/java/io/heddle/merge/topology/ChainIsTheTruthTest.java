package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.MetadataEvent;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.source.MergeStrategy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

  /** Offers an ingestion again and again while the aggregate is busy. */
  private void ingestPatiently(
      String requestId, String from, String to, MergeStrategy strategy, City... cities) {
    for (int attempt = 0; attempt < 50; attempt++) {
      String id = requestId + "-" + attempt;
      merge.send(merge.begin(id, "source", from, strategy));
      Reply answer = merge.await(id);
      if (answer instanceof Reply.Begun) {
        merge.send(merge.batch(id, 0, cities));
        merge.send(merge.end(id, "source", 1, cities.length, to));
        return;
      }
      assertThat(answer).isInstanceOf(Reply.Busy.class);
      merge.advance(Duration.ofMillis(100));
      MergeHarness.pause();
    }
    throw new AssertionError("busy for ever");
  }

  @Test
  void aLostStateIsReadFromTheChain() {
    merge.createDataset();
    merge.ingest("r1", null, "a", SNAPSHOT, new City("Ulm", 1), new City("Ede", 2));
    merge.ingest("r2", "a", "b", SNAPSHOT, new City("Ulm", 1), new City("Pau", 3));

    merge.restart(false);
    ingestPatiently("r3", "b", "c", SNAPSHOT, new City("Pau", 4));

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

  /** Another writer puts a row on top of the chain. */
  private void anotherWriterAdds(City city) {
    var chain = merge.chain().summary().orElseThrow();
    BlockPointer head = new BlockPointer(chain.head(), chain.sequenceNumber());
    Instant time = chain.systemTime();
    List<CommitRequest> decision = new java.util.ArrayList<>();
    MergeHarness other = merge;
    decision.add(
        new CommitRequest.SliceBegin(
            DATASET, "foreign", "foreign", 0, head, time, null, chain.schema().orElseThrow()));
    decision.add(
        new CommitRequest.SliceBatch(
            DATASET, "foreign", 0, 0, other.cities.storedRow(chain.nextOffset(), time, city)));
    decision.add(
        new CommitRequest.SliceEnd(
            DATASET,
            "foreign",
            0,
            1,
            1,
            chain.lastOffset(),
            new io.heddle.chain.OffsetInterval(chain.nextOffset(), chain.nextOffset()),
            null,
            null,
            chain.watermark(),
            chain.carriedState().orElse(null),
            null,
            true,
            null));
    merge.appendByAnother(decision.toArray(CommitRequest[]::new));
  }

  @Test
  void aRejectedIngestionIsTakenBackAndTheForeignRowsAreRead() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.holdCommits();
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.send(merge.batch("r1", 0, new City("Ede", 2), new City("Pau", 3)));
    merge.send(merge.end("r1", "source", 1, 2, "b"));

    anotherWriterAdds(new City("Ede", 9));
    merge.releaseCommits();
    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 2), new City("Pau", 3));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 9", "+A Pau 3");
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
    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    ingestPatiently("r2", null, "a", LEDGER, new City("Ede", 3));

    assertThat(merge.rows()).containsExactly("+A Ede 3");
  }

  @Test
  void aChainThatWentOnWhileNobodyWatchedIsRead() {
    merge.createDataset();
    merge.ingest("r0", null, "a", SNAPSHOT, new City("Ulm", 1));
    anotherWriterAdds(new City("Ede", 9));

    merge.restart(true);
    ingestPatiently("r1", "a", "b", SNAPSHOT, new City("Ulm", 1));

    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 9", "-R Ede 9");
  }

  @Test
  void anotherStrategyGetsAViewOfItsOwn() {
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1), new City("Ede", 2));

    ingestPatiently("r1", "a", "b", SNAPSHOT, new City("Ulm", 5));
    ingestPatiently("r2", "b", "c", LEDGER, new City("Ede", 2), new City("Pau", 3));
    ingestPatiently("r3", "c", "d", SNAPSHOT, new City("Ulm", 5));

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
}
