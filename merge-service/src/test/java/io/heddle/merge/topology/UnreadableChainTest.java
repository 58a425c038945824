package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.aggregate.Trouble;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.FailureKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading a chain has an end, also when it cannot be read. */
class UnreadableChainTest {
  private static final MergeStrategy APPEND = new MergeStrategy.Append();
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.anotherWriterAdds(new City("Ede", 9));
    merge.removeLastDataFile();
    merge.restart(true);
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  /** Offers an ingestion again and again, until the answer is of a kind. */
  private Reply offerUntil(Class<? extends Reply> kind, MergeStrategy strategy) {
    String source = strategy.equals(APPEND) ? "other" : "source";
    for (int i = 0; i < 200; i++) {
      merge.send(merge.begin("r" + i, source, strategy.equals(APPEND) ? null : "a", strategy));
      Reply answer = merge.await("r" + i);
      if (kind.isInstance(answer)) {
        return answer;
      }
      merge.advance(Duration.ofSeconds(20));
      MergeHarness.pause();
    }
    throw new AssertionError("it stays busy");
  }

  @Test
  void whoNeedsNoRowsGoesOn() {
    merge.send(merge.begin("first", "source", "a", LEDGER));
    assertThat(merge.await("first")).isInstanceOf(Reply.Busy.class);

    offerUntil(Reply.Begun.class, APPEND);
  }

  @Test
  void whoNeedsThemIsRefusedWithTheReason() {
    Reply.Refused refused = (Reply.Refused) offerUntil(Reply.Refused.class, LEDGER);

    assertThat(refused.failure().kind()).isEqualTo(FailureKind.DataLost);
    assertThat(refused.failure().message()).contains("data file");
  }

  /** Each look at the chain goes well, and each data file fails. */
  @Test
  void aStoreThatFailsDataFilesOnlyIsNotWaitedForForEver() {
    merge.bucket.forbid(DATASET.multibase() + "/data/");

    Reply.Refused refused = (Reply.Refused) offerUntil(Reply.Refused.class, LEDGER);

    assertThat(refused.failure().kind()).isEqualTo(FailureKind.Unreachable);
  }

  @Test
  void aRebuildBehindAStoreThatRefusesIsAnswered() {
    merge.bucket.forbid(DATASET.multibase() + "/data/");
    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));
    for (int i = 0; i < 200 && merge.lastReply("rebuild").isEmpty(); i++) {
      merge.advance(Duration.ofSeconds(20));
      MergeHarness.pause();
    }

    assertThat(merge.await("rebuild", Reply.Refused.class).failure().kind())
        .isEqualTo(FailureKind.Unreachable);
  }

  @Test
  void aRebuildOfWhatCannotBeReadIsAnswered() {
    merge.damageHead();
    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));
    for (int i = 0; i < 200 && merge.troubles.count(Trouble.Kind.BROKEN) == 0; i++) {
      merge.advance(Duration.ofSeconds(20));
      MergeHarness.pause();
    }

    assertThat(merge.await("rebuild", Reply.Refused.class).failure().kind())
        .isEqualTo(FailureKind.DatasetBroken);
  }

  @Test
  void metadataIsNotHeldForEver() {
    offerUntil(Reply.Refused.class, LEDGER);
    for (int i = 0; i < 20 && !endsWithInfo(); i++) {
      merge.send(
          new Proposal.Metadata(
              DATASET, "info" + i, null, List.of(new MetadataEvent.SetInfo("cities", null))));
      merge.advance(Duration.ofSeconds(20));
      MergeHarness.pause();
    }

    assertThat(endsWithInfo()).isTrue();
  }

  private boolean endsWithInfo() {
    return merge.chain().block(merge.chain().head().orElseThrow().target()).block().event()
        instanceof MetadataEvent.SetInfo;
  }
}
