package io.heddle.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.kafka.KafkaRecords;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageCodecTest {
  private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123Z");
  private static final DatasetId DATASET = new DatasetId(new byte[32]);
  private static final Multihash BLOCK = new Multihash(HashFunction.SHA3_256, new byte[32]);
  private static final Multihash ROWS = new Multihash(HashFunction.ARROW0_SHA3_256, new byte[32]);
  private static final BlockPointer BASE = new BlockPointer(BLOCK, 7);
  private static final DataSchema SCHEMA =
      new DataSchema(List.of(new DataField("city", new DataType.Option(new DataType.Text()))));
  private static final SourceState STATE =
      new SourceState("acme.cities", SourceState.ETAG, "W/\"1\"");
  private static final IngestSummary SUMMARY =
      new IngestSummary(3, 2, 1, 1, Map.of("city", "Bern"), List.of("cut 1 event time"));

  private final MessageCodec codec =
      new MessageCodec("heddle/test", InstantSource.fixed(TIME), () -> "id-1");

  static Stream<Proposal> proposals() {
    return Stream.of(
        new Proposal.IngestBegin(
            DATASET,
            "r",
            "t",
            new Proposal.Attempt(7, 2, BLOCK),
            "d",
            "acme.cities",
            STATE,
            new MergeStrategy.Snapshot(List.of("city"), null),
            Vocabulary.DEFAULT,
            SCHEMA,
            true,
            TIME,
            null,
            TIME,
            10_000L),
        new Proposal.IngestEnd(DATASET, "r", 2, 3, STATE, null),
        new Proposal.IngestEnd(DATASET, "r", 2, 3, STATE, true),
        new Proposal.IngestAbort(DATASET, "r", "cancelled"),
        new Proposal.Metadata(
            DATASET, "r", null, List.of(new MetadataEvent.Seed(DATASET, DatasetKind.Root))),
        new Proposal.Rebuild(DATASET, "r"),
        new Proposal.Unlock(DATASET, "r"));
  }

  static Stream<Reply> replies() {
    return Stream.of(
        new Reply.Begun(DATASET, "r", BASE),
        new Reply.Taken(DATASET, "r", 4),
        new Reply.Busy(DATASET, "r", "another ingestion is open"),
        new Reply.Superseded(DATASET, "r", STATE, Reply.SupersededBy.SOURCE_STATE),
        new Reply.Superseded(DATASET, "r", null, null),
        new Reply.AlreadyCommitted(DATASET, "r", BASE, SUMMARY, null),
        new Reply.AlreadyCommitted(
            DATASET,
            "r",
            BASE,
            SUMMARY,
            new TaskCommits(
                2, BLOCK, BLOCK, 3, new OffsetInterval(0, 1), TIME, STATE, true, SUMMARY)),
        new Reply.DatasetBroken(
            DATASET, "r", new Failure(FailureKind.DatasetBroken, "a bug"), TIME),
        new Reply.DatasetMended(DATASET, "r"),
        new Reply.Refused(
            DATASET, "r", new Failure(FailureKind.MergeError, "key twice", Map.of("row", 3))),
        new Reply.RolledBack(DATASET, "r", "rejected"),
        new Reply.NothingToCommit(DATASET, "r", SUMMARY));
  }

  static Stream<CommitRequest> commitRequests() {
    return Stream.of(
        new CommitRequest.SliceBegin(DATASET, "d", "r", 0, BASE, TIME, SCHEMA, SCHEMA),
        new CommitRequest.SliceEnd(
            DATASET,
            "d",
            0,
            1,
            2,
            -1L,
            new OffsetInterval(0, 1),
            BLOCK,
            null,
            TIME,
            STATE,
            null,
            true,
            SUMMARY),
        new CommitRequest.SliceAbort(DATASET, "d", "gap"),
        new CommitRequest.AppendEvents(
            DATASET,
            "d",
            "r",
            null,
            TIME,
            List.of(new MetadataEvent.Seed(DATASET, DatasetKind.Root)),
            null),
        new CommitRequest.DecisionInquiry(DATASET, "d", "r"));
  }

  static Stream<CommitResult> commitResults() {
    MetadataEvent event =
        new MetadataEvent.AddData(
            null,
            null,
            new DataSlice(ROWS, BLOCK, new OffsetInterval(0, 1), 10),
            null,
            TIME,
            STATE,
            null);
    return Stream.of(
        new CommitResult.Committed(
            DATASET,
            "d",
            "r",
            BLOCK,
            List.of(
                new CommitResult.CommittedBlock(BLOCK, new MetadataBlock(TIME, BLOCK, 8, event))),
            SUMMARY),
        new CommitResult.Rejected(DATASET, "d", "r", null, "the head is gone"),
        new CommitResult.Rejected(
            DATASET, "d", "r", null, "the disk is full", FailureKind.LimitExceeded));
  }

  static Stream<TaskEvent> taskEvents() {
    List<TaskEvent.PhaseProgress> phases =
        List.of(
            new TaskEvent.PhaseProgress(
                TaskEvent.Phase.Read, TaskEvent.PhaseState.Done, 10L, null, 3L, null));
    return Stream.of(
        new TaskEvent.Started("t", TIME, "ingress-1"),
        new TaskEvent.Progress("t", TIME, phases),
        new TaskEvent.Finished(
            "t",
            TIME,
            new TaskEvent.Outcome.Success(
                DATASET, BLOCK, BLOCK, 1, new OffsetInterval(0, 1), SUMMARY, TIME, STATE, false),
            phases),
        new TaskEvent.Finished("t", TIME, new TaskEvent.Outcome.NoOp("up to date", null), phases),
        new TaskEvent.Finished(
            "t",
            TIME,
            new TaskEvent.Outcome.Failed(new Failure(FailureKind.Unreachable, "no route")),
            phases),
        new TaskEvent.Finished("t", TIME, new TaskEvent.Outcome.Cancelled("by user"), phases));
  }

  @ParameterizedTest
  @MethodSource("proposals")
  void proposalsSurviveTheWire(Proposal proposal) throws Exception {
    WireMessage wire = codec.encode(proposal);

    assertThat(codec.decodeProposal(wire.key(), wire.headers(), wire.value())).isEqualTo(proposal);
  }

  @ParameterizedTest
  @MethodSource("replies")
  void repliesSurviveTheWire(Reply reply) throws Exception {
    WireMessage wire = codec.encode(reply);

    assertThat(codec.decodeReply(wire.key(), wire.headers(), wire.value())).isEqualTo(reply);
  }

  @ParameterizedTest
  @MethodSource("commitRequests")
  void commitRequestsSurviveTheWire(CommitRequest request) throws Exception {
    WireMessage wire = codec.encode(request);

    assertThat(codec.decodeCommitRequest(wire.key(), wire.headers(), wire.value()))
        .isEqualTo(request);
  }

  @ParameterizedTest
  @MethodSource("commitResults")
  void commitResultsSurviveTheWire(CommitResult result) throws Exception {
    WireMessage wire = codec.encode(result);

    assertThat(codec.decodeCommitResult(wire.key(), wire.headers(), wire.value()))
        .isEqualTo(result);
  }

  @ParameterizedTest
  @MethodSource("taskEvents")
  void taskEventsSurviveTheWire(TaskEvent event) throws Exception {
    WireMessage wire = codec.encode(event);

    assertThat(codec.decodeTaskEvent(wire.key(), wire.headers(), wire.value())).isEqualTo(event);
  }

  @Test
  void batchesTravelAsTheyAreAndAreNamedByHeaders() throws Exception {
    byte[] arrow = "rows".getBytes(StandardCharsets.UTF_8);

    WireMessage wire = codec.encode(new Proposal.IngestBatch(DATASET, "r", 3, arrow));

    assertThat(wire.value()).isSameAs(arrow);
    assertThat(wire.headers())
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_id", "id-1")
        .containsEntry("ce_type", "io.heddle.change.ingest-batch.v1")
        .containsEntry("ce_source", "heddle/test")
        .containsEntry("ce_subject", DATASET.toString())
        .containsEntry("ce_time", TIME.toString())
        .containsEntry("content-type", "application/vnd.apache.arrow.stream")
        .containsEntry("ce_request", "r")
        .containsEntry("ce_batch", "3");
    var batch =
        (Proposal.IngestBatch) codec.decodeProposal(wire.key(), wire.headers(), wire.value());
    assertThat(batch.batchNumber()).isEqualTo(3);
    assertThat(batch.arrow()).isSameAs(arrow);
  }

  @Test
  void decidedBatchesNameTheirSlice() throws Exception {
    WireMessage wire = codec.encode(new CommitRequest.SliceBatch(DATASET, "d", 1, 2, new byte[3]));

    var batch =
        (CommitRequest.SliceBatch)
            codec.decodeCommitRequest(wire.key(), wire.headers(), wire.value());
    assertThat(batch.decisionId()).isEqualTo("d");
    assertThat(batch.slice()).isEqualTo(1);
    assertThat(batch.batchNumber()).isEqualTo(2);
  }

  @Test
  void unknownMembersAreIgnoredSinceMessagesGrowByAdding() throws Exception {
    WireMessage wire = codec.encode(new Reply.Busy(DATASET, "r", "open"));
    String json = new String(wire.value(), StandardCharsets.UTF_8).replace("{", "{\"later\":1,");

    Reply reply =
        codec.decodeReply(wire.key(), wire.headers(), json.getBytes(StandardCharsets.UTF_8));

    assertThat(reply).isEqualTo(new Reply.Busy(DATASET, "r", "open"));
  }

  @Test
  void whatIsNoMessageIsRefusedWithTheReason() {
    WireMessage wire = codec.encode(new Reply.Busy(DATASET, "r", "open"));
    Map<String, String> untyped = new HashMap<>(wire.headers());
    untyped.remove("ce_type");

    assertThatThrownBy(() -> codec.decodeReply(wire.key(), untyped, wire.value()))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("ce_type");
    assertThatThrownBy(() -> codec.decodeProposal(wire.key(), wire.headers(), wire.value()))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("does not belong on this topic");
    assertThatThrownBy(() -> codec.decodeReply("did:odf:other", wire.headers(), wire.value()))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("did:odf:other");
    assertThatThrownBy(() -> codec.decodeReply(wire.key(), wire.headers(), null))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("no value");
    assertThatThrownBy(
            () ->
                codec.decodeReply(
                    wire.key(),
                    wire.headers(),
                    "{\"requestId\":\"r\"}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("malformed");
  }

  @Test
  void anOutcomeThatIsTooLargeIsToldShorter() {
    String large = "x".repeat(5 << 20);
    TaskEvent failed =
        new TaskEvent.Finished(
            "t",
            TIME,
            new TaskEvent.Outcome.Failed(
                new Failure(FailureKind.ReadError, large, Map.of("value", large))),
            List.of(
                new TaskEvent.PhaseProgress(
                    TaskEvent.Phase.Read, TaskEvent.PhaseState.Failed, null, null, null, large)));
    TaskEvent noOp =
        new TaskEvent.Finished(
            "t",
            TIME,
            new TaskEvent.Outcome.NoOp(
                large,
                new IngestSummary(
                    1, 2, 3, 4, Map.of("key", large), java.util.Collections.nCopies(99, large))),
            List.of());

    for (TaskEvent event : List.of(failed, noOp)) {
      assertThat(KafkaRecords.fits(codec.encode(event))).isFalse();
      assertThat(KafkaRecords.fits(codec.encode(event.shortened()))).isTrue();
    }
  }
}
