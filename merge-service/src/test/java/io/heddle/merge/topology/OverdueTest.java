package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.aggregate.Trouble;
import io.heddle.merge.topology.Cities.City;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageHeaders;
import io.heddle.message.MessageKind;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every wait for commit-service has an end. */
class OverdueTest {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final byte[] KEY = DATASET.toString().getBytes(StandardCharsets.UTF_8);

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
    merge.holdCommits();
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  private void decide() {
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ede", 2)));
    merge.send(merge.end("r1", "source", 1, 1, "b"));
  }

  private void setInfo(String requestId) {
    merge.send(
        new Proposal.Metadata(
            DATASET, requestId, null, List.of(new MetadataEvent.SetInfo("cities", null))));
  }

  @Test
  void aDecisionThatIsOverdueIsAskedForAgainAndAgain() {
    decide();

    merge.advance(Duration.ofMinutes(11));
    merge.awaitRequests(CommitRequest.DecisionInquiry.class, 1);
    merge.advance(Duration.ofMinutes(11));
    merge.awaitRequests(CommitRequest.DecisionInquiry.class, 2);

    assertThat(merge.troubles.count(Trouble.Kind.UNANSWERED)).isOne();
    merge.releaseCommits();
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
    merge.advance(Duration.ofMillis(100));
    assertThat(merge.troubles.count(Trouble.Kind.UNANSWERED)).isZero();
  }

  @Test
  void aLostAnswerIsFoundInTheChain() {
    decide();
    merge.commitInSilence();

    merge.advance(Duration.ofMinutes(11));

    assertThat(merge.await("r1", Reply.AlreadyCommitted.class).commits().newOffsetInterval())
        .isEqualTo(new io.heddle.odf.OffsetInterval(1, 1));
    assertThat(merge.requests).noneMatch(CommitRequest.DecisionInquiry.class::isInstance);
    merge.letCommitsThrough();
    merge.ingest("r2", "b", "c", LEDGER, new City("Ede", 2), new City("Pau", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 3");
  }

  @Test
  void aLostAnswerToMetadataIsFoundInTheChainUnderAForeignBlock() {
    setInfo("info");
    merge.commitInSilence();
    anotherWriterAdds();

    merge.advance(Duration.ofMinutes(11));

    merge.await("info", Reply.NothingToCommit.class);
    merge.letCommitsThrough();
    merge.send(merge.begin("r1", "source", "a", LEDGER));
    assertThat(merge.await("r1")).isInstanceOf(Reply.Begun.class);
  }

  @Test
  void aChainThatWentOnWithoutTheDecisionTakesItBack() {
    decide();
    merge.forgetDecisions();
    anotherWriterAdds();

    merge.advance(Duration.ofMinutes(11));

    merge.await("r1", Reply.RolledBack.class);
    merge.letCommitsThrough();
    merge.ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void aRestartLooksAtOnce() {
    decide();
    merge.commitInSilence();

    merge.restart(true);
    merge.touch();
    merge.letCommitsThrough();

    merge.await("r1", Reply.AlreadyCommitted.class);
  }

  @Test
  void anUnreadableResultMakesItLookAtOnce() {
    decide();
    merge.commitInSilence();

    merge.announceRaw(
        KEY, Map.of(MessageHeaders.TYPE, MessageKind.COMMITTED.ceType()), new byte[] {'x'});

    merge.await("r1", Reply.AlreadyCommitted.class);
    assertThat(merge.deadLetters).hasSize(1);
  }

  /** commit-service knows no more of a decision that it has answered. */
  @Test
  void aRejectionOfWhatIsInTheChainIsNotBelieved() {
    decide();
    merge.commitInSilence();

    reject(merge.chain().head().orElseThrow().target());

    assertThat(merge.await("r1", Reply.AlreadyCommitted.class).commits().newOffsetInterval())
        .isEqualTo(new io.heddle.odf.OffsetInterval(1, 1));
    merge.letCommitsThrough();
    merge.ingest("r2", "b", "c", LEDGER, new City("Ede", 2), new City("Pau", 3));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2", "+A Pau 3");
  }

  @Test
  void aRejectionOfWhatIsNotInTheChainTakesItBackAndSaysWhy() {
    decide();
    merge.forgetDecisions();

    reject(merge.chain().head().orElseThrow().target());

    assertThat(merge.await("r1", Reply.RolledBack.class).reason()).isEqualTo("it is not known");
    merge.letCommitsThrough();
    merge.ingestPatiently("r2", "a", "b", LEDGER, new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  /** Nothing tells any more what became of it, and nothing is added before something does. */
  @Test
  void aDecisionOnADamagedChainIsGivenUpAndTheDatasetIsBroken() {
    decide();
    merge.forgetDecisions();
    anotherWriterAdds();
    merge.damageHead();

    merge.advance(Duration.ofMinutes(11));
    for (int i = 0; i < 200 && merge.troubles.count(Trouble.Kind.BROKEN) == 0; i++) {
      merge.advance(Duration.ofSeconds(20));
      MergeHarness.pause();
    }

    assertThat(merge.await("r1", Reply.RolledBack.class).reason()).contains("cannot be read");
    assertThat(merge.troubles.count(Trouble.Kind.UNANSWERED)).isZero();
    assertThat(merge.troubles.count(Trouble.Kind.BROKEN)).isOne();
  }

  @Test
  void aRejectionOfMetadataForAnObstacleSaysSo() {
    setInfo("info");
    merge.forgetDecisions();

    merge.announce(
        new CommitResult.Rejected(
            DATASET,
            "info",
            "info",
            merge.chain().head().orElseThrow().target(),
            "the disk is full",
            FailureKind.LimitExceeded));

    assertThat(merge.await("info", Reply.Refused.class).failure())
        .isEqualTo(new Failure(FailureKind.LimitExceeded, "the disk is full"));
  }

  private void reject(Multihash head) {
    merge.announce(new CommitResult.Rejected(DATASET, "r1", "r1", head, "it is not known"));
  }

  @Test
  void unlockGivesAForgottenDecisionUp() {
    decide();
    merge.forgetDecisions();

    merge.send(new Proposal.Unlock(DATASET, "unlock"));

    assertThat(merge.await("unlock")).isInstanceOf(Reply.NothingToCommit.class);
    merge.await("r1", Reply.RolledBack.class);
    merge.letCommitsThrough();
    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void rebuildAndAbortDoNotWaitForADecision() {
    decide();
    merge.send(new Proposal.IngestAbort(DATASET, "r1", "cancelled"));
    merge.await("r1", Reply.RolledBack.class);
    setInfo("info");
    merge.send(new Proposal.Rebuild(DATASET, "rebuild"));
    assertThat(merge.await("rebuild")).isInstanceOf(Reply.NothingToCommit.class);

    // What was decided before is committed late; compare-and-swap sees to the rest.
    merge.releaseCommits();
    merge.send(merge.begin("r2", "source", "a", LEDGER));

    merge.awaitOneOf("r2", Reply.Superseded.class, Reply.Busy.class);
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void anUnreadableProposalIsRefusedAndABatchIsAGap() {
    merge.letCommitsThrough();
    merge.sendRaw(
        KEY,
        Map.of(
            MessageHeaders.TYPE,
            MessageKind.INGEST_BEGIN.ceType(),
            MessageHeaders.REQUEST,
            "unreadable"),
        new byte[] {'x'});
    assertThat(merge.await("unreadable")).isInstanceOf(Reply.Refused.class);

    merge.send(merge.begin("r1", "source", "a", LEDGER));
    merge.await("r1");
    merge.sendRaw(
        KEY,
        Map.of(
            MessageHeaders.TYPE, MessageKind.INGEST_BATCH.ceType(), MessageHeaders.REQUEST, "r1"),
        new byte[] {'x'});
    assertThat(merge.await("r1")).isInstanceOf(Reply.RolledBack.class);
    assertThat(merge.deadLetters).hasSize(2);
  }

  private void anotherWriterAdds() {
    var chain = merge.chain().summary().orElseThrow();
    merge.appendByAnother(
        new CommitRequest.AppendEvents(
            DATASET,
            "foreign",
            "foreign",
            new BlockPointer(chain.head(), chain.sequenceNumber()),
            chain.systemTime(),
            List.of(new MetadataEvent.SetLicense("MIT", "MIT", null, "https://x.example")),
            null));
  }
}
