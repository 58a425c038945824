package io.heddle.resources.writer;

import static io.heddle.resources.command.CommandOutcome.Operation.Created;
import static io.heddle.resources.command.CommandOutcome.Operation.Rejected;
import static io.heddle.resources.command.CommandOutcome.Operation.Untouched;
import static io.heddle.resources.command.CommandOutcome.Operation.Updated;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.Transform;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.Problem;
import io.heddle.resource.Condition;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceWriterTest {
  static final String DATASET =
      """
      $schema: https://opendatafabric.org/schemas/datasets/v1alpha1/Dataset
      headers: {name: acme.cities}
      spec:
        kind: Root
        metadata:
          - {kind: SetVocab, eventTimeColumn: date}
          - {kind: SetInfo, description: Cities}
      """;
  static final String SOURCE =
      """
      $schema: https://opendatafabric.org/schemas/sources/v1alpha1/Source
      headers: {name: acme.cities}
      spec:
        ingress: {kind: Url, url: http://localhost/cities.csv}
        read: {kind: Csv, header: true}
        preprocess: {kind: Sql, engine: datafusion, query: select * from input}
        merge: {kind: Ledger, primaryKey: [date]}
      """;
  static final String FLOW =
      """
      $schema: https://opendatafabric.org/schemas/flows/v1alpha1/Flow
      headers: {name: acme.cities}
      spec:
        target: Dataset:acme.cities
        triggers: []
        tasks:
          - {kind: Ingest, source: acme.cities, targetRecordsPerSlice: 100}
      """;

  @TempDir Path folder;
  private WriterHarness writer;

  @BeforeEach
  void start() {
    writer = new WriterHarness(folder);
  }

  @AfterEach
  void stop() {
    writer.close();
  }

  private UUID applied(String manifest) {
    return writer.apply(manifest).items().getFirst().id();
  }

  @Test
  void aDatasetIsCreatedAndItsChainProposed() {
    CommandOutcome outcome = writer.apply(DATASET);

    assertThat(outcome.items()).extracting(CommandOutcome.Item::operation).containsExactly(Created);
    UUID id = outcome.items().getFirst().id();
    Resource resource = writer.resource(id);
    assertThat(resource.status().phase()).isEqualTo(Phase.Reconciling);
    assertThat(resource.headers().labels().get("datasetKind").asText()).isEqualTo("Root");
    Proposal.Metadata proposal = writer.proposals().getFirst();
    assertThat(proposal.datasetResourceId()).isEqualTo(id.toString());
    assertThat(proposal.dataset()).hasToString(resource.did());
    assertThat(proposal.events())
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Seed", "SetVocab", "SetInfo");
    assertThat(writer.events())
        .extracting(event -> event.get("sequence").asInt())
        .containsExactly(1, 2);
  }

  @Test
  void aCommitMakesTheDatasetReady() {
    UUID id = applied(DATASET);

    writer.commitResult(WriterHarness.committed(writer.proposals().getFirst(), 0));

    Resource resource = writer.resource(id);
    assertThat(resource.status().phase()).isEqualTo(Phase.Ready);
    assertThat(resource.status().reconciledGeneration()).isEqualTo(1);
    var state = resource.status().conditions().get(Condition.DATASET_STATE);
    assertThat(state.get("head").asText()).isEqualTo(WriterHarness.hash(2).toString());
    assertThat(state.get("sequenceNumber").asLong()).isEqualTo(2);
    assertThat(writer.proposals()).isEmpty();
  }

  private UUID readyDataset() {
    UUID id = applied(DATASET);
    writer.commitResult(WriterHarness.committed(writer.proposals().getFirst(), 0));
    writer.readResources();
    return id;
  }

  @Test
  void theSameAgainIsUntouched() {
    readyDataset();

    CommandOutcome outcome = writer.apply(DATASET.replace("acme.cities", "ACME.cities"));

    assertThat(outcome.items().getFirst().operation()).isEqualTo(Untouched);
    assertThat(writer.readResources()).isZero();
    assertThat(writer.proposals()).isEmpty();
  }

  @Test
  void onlySlotsThatDifferAreAppended() {
    UUID id = readyDataset();

    CommandOutcome outcome = writer.apply(DATASET.replace("Cities", "Towns"));

    assertThat(outcome.items().getFirst().operation()).isEqualTo(Updated);
    Proposal.Metadata proposal = writer.proposals().getFirst();
    assertThat(proposal.events()).containsExactly(new MetadataEvent.SetInfo("Towns", null));
    writer.commitResult(WriterHarness.committed(proposal, 3));
    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Ready);
    assertThat(writer.resource(id).headers().generation()).isEqualTo(2);
  }

  @Test
  void dataMovesTheStatusAndWhatTheNodeAddedIsNoChange() {
    UUID id = readyDataset();
    Resource before = writer.resource(id);
    var schema =
        new MetadataEvent.SetDataSchema(
            new DataSchema(List.of(new DataField("offset", new DataType.UInt64()))));
    var data =
        new MetadataEvent.AddData(
            null,
            null,
            new DataSlice(
                WriterHarness.hash(9), WriterHarness.hash(8), new OffsetInterval(0, 9), 1234),
            null,
            Instant.parse("2026-01-01T00:00:00Z"),
            null,
            null);

    writer.commitResult(
        new CommitResult.Committed(
            ((DatasetSpec) before.spec()).did(),
            "d2",
            "ingest",
            WriterHarness.hash(2),
            List.of(
                new CommitResult.CommittedBlock(
                    WriterHarness.hash(3), new MetadataBlock(WriterHarness.START, null, 3, schema)),
                new CommitResult.CommittedBlock(
                    WriterHarness.hash(4), new MetadataBlock(WriterHarness.START, null, 4, data))),
            null));

    Resource after = writer.resource(id);
    var state = after.status().conditions().get(Condition.DATASET_STATE);
    assertThat(state.get("lastOffset").asLong()).isEqualTo(9);
    assertThat(state.get("numRecords").asLong()).isEqualTo(10);
    assertThat(state.get("dataSize").asLong()).isEqualTo(1234);
    assertThat(state.get("watermark").asText()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(((DatasetSpec) after.spec()).metadata()).contains(schema);
    assertThat(after.headers().generation()).isEqualTo(1);
    assertThat(writer.apply(DATASET).items().getFirst().operation()).isEqualTo(Untouched);
    CommandOutcome vocabulary =
        writer.apply(DATASET.replace("eventTimeColumn: date", "eventTimeColumn: day"));
    assertThat(vocabulary.items().getFirst().rejection().problem())
        .isEqualTo(Problem.IMMUTABLE_FIELD);
  }

  @Test
  void aRefusalFailsTheDatasetAndARollbackIsProposedAgain() {
    UUID id = applied(DATASET);
    Proposal.Metadata first = writer.proposals().getFirst();

    writer.reply(new Reply.RolledBack(first.dataset(), first.requestId(), "foreign head"));
    Proposal.Metadata second = writer.proposals().getFirst();
    writer.reply(
        new Reply.Refused(
            second.dataset(),
            second.requestId(),
            new Failure(FailureKind.InvalidEvent, "not like this")));

    assertThat(second.requestId()).isNotEqualTo(first.requestId());
    assertThat(second.events()).isEqualTo(first.events());
    Resource resource = writer.resource(id);
    assertThat(resource.status().phase()).isEqualTo(Phase.Failed);
    assertThat(resource.status().conditions().get("Ready").get("message").asText())
        .isEqualTo("not like this");
  }

  @Test
  void whatWouldMeetTheSameObstacleAgainIsNotProposedAgain() {
    UUID id = applied(DATASET);
    Proposal.Metadata proposal = writer.proposals().getFirst();

    writer.commitResult(
        new CommitResult.Rejected(
            proposal.dataset(),
            "d1",
            proposal.requestId(),
            null,
            "the answer does not fit into a message",
            FailureKind.LimitExceeded));

    assertThat(writer.proposals()).isEmpty();
    Resource resource = writer.resource(id);
    assertThat(resource.status().phase()).isEqualTo(Phase.Failed);
    assertThat(resource.status().conditions().get("Ready").get("reason").asText())
        .isEqualTo("LimitExceeded");
    assertThat(resource.status().conditions().get("Ready").get("message").asText())
        .isEqualTo("the answer does not fit into a message");
  }

  @Test
  void aProposalWithoutAnAnswerIsMadeAgain() {
    UUID id = applied(DATASET);
    Proposal.Metadata lost = writer.proposals().getFirst();

    writer.advance(Duration.ofMinutes(9));
    assertThat(writer.proposals()).isEmpty();
    writer.advance(Duration.ofMinutes(3));

    Proposal.Metadata again = writer.proposals().getFirst();
    assertThat(again.events()).isEqualTo(lost.events());
    assertThat(again.requestId()).isNotEqualTo(lost.requestId());
    writer.reply(
        new Reply.NothingToCommit(again.dataset(), again.requestId(), IngestSummary.EMPTY));
    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Ready);
    writer.advance(Duration.ofHours(1));
    assertThat(writer.proposals()).isEmpty();
  }

  @Test
  void aProposalThatNeverIsAnsweredIsGivenUp() {
    UUID id = applied(DATASET);

    for (int i = 0; i < 25; i++) {
      writer.advance(Duration.ofMinutes(12));
    }

    assertThat(writer.proposals()).hasSize(20);
    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Failed);
  }

  @Test
  void onlyARestEndpointGetsAPushTopic() {
    String ingress = "ingress: {kind: Url, url: http://localhost/cities.csv}";

    UUID mqtt =
        applied(
            SOURCE.replace(
                ingress, "ingress: {kind: Mqtt, host: a, port: 1883, topics: [{path: b}]}"));
    assertThat(writer.resource(mqtt).status().pushTopic()).isNull();
    applied(SOURCE.replace(ingress, "ingress: {kind: RestEndpoint}"));
    assertThat(writer.resource(mqtt).status().pushTopic()).contains("acme.cities");
  }

  @Test
  void sourceAndFlowAreReadyAtOnceInAnyOrder() {
    CommandOutcome outcome = writer.apply(FLOW + "---\n" + SOURCE + "---\n" + DATASET);

    assertThat(outcome.items())
        .extracting(CommandOutcome.Item::type)
        .containsExactly(ResourceType.Flow, ResourceType.Source, ResourceType.Dataset);
    Resource flow = writer.resource(outcome.items().get(0).id());
    Resource source = writer.resource(outcome.items().get(1).id());
    assertThat(flow.status().phase()).isEqualTo(Phase.Ready);
    assertThat(source.status().phase()).isEqualTo(Phase.Ready);
    assertThat(source.status().sourceName()).isEqualTo("acme.cities");
    assertThat(source.status().pushTopic()).isNull();
    assertThat(source.headers().labels().get("ingressMode").asText()).isEqualTo("Polling");
    assertThat(source.headers().labels().get("mergeKind").asText()).isEqualTo("Ledger");
    assertThat(outcome.items().getFirst().warnings()).isEmpty();
    assertThat(writer.apply(FLOW + "---\n" + SOURCE).items())
        .extracting(CommandOutcome.Item::operation)
        .containsExactly(Untouched, Untouched);
  }

  @Test
  void defaultsWrittenOutAreNoChange() {
    applied(SOURCE);

    String explicit =
        SOURCE
            .replace("header: true", "header: true, separator: ',', encoding: utf8")
            .replace("query: select * from input", "queries: [{query: select * from input}]");
    assertThat(writer.apply(explicit).items().getFirst().operation()).isEqualTo(Untouched);
  }

  @Test
  void labelsThatWereAddedAreNoChangeWhenTheyAreWrittenBack() {
    UUID dataset = readyDataset();
    UUID source = applied(SOURCE);
    applied(FLOW);

    for (UUID id : List.of(dataset, source)) {
      Resource shown = writer.resource(id);
      ObjectNode exported = ResourceJson.write(shown);
      exported.remove("status");
      ObjectNode headers = exported.putObject("headers");
      headers.put("name", shown.headers().name().text());
      headers.putObject("labels").setAll(shown.headers().labels());
      headers.putObject("annotations").setAll(shown.headers().annotations());

      assertThat(shown.headers().labels()).isNotEmpty();
      assertThat(writer.apply(exported.toString()).items().getFirst().operation())
          .isEqualTo(Untouched);
    }
    assertThat(writer.apply(DATASET + "---\n" + SOURCE + "---\n" + FLOW).items())
        .extracting(CommandOutcome.Item::operation)
        .containsOnly(Untouched);
  }

  @Test
  void labelsThatWereAddedFollowASpecThatIsChangedInWhatWasShown() {
    UUID source = applied(SOURCE);
    Resource shown = writer.resource(source);
    ObjectNode edited = ResourceJson.write(shown);
    edited.remove("status");
    ObjectNode headers = edited.putObject("headers");
    headers.put("name", shown.headers().name().text());
    headers.putObject("labels").setAll(shown.headers().labels());
    ((ObjectNode) edited.get("spec")).putObject("merge").put("kind", "Append");

    assertThat(writer.apply(edited.toString()).items().getFirst().operation()).isEqualTo(Updated);

    assertThat(writer.resource(source).headers().labels())
        .containsEntry("mergeKind", TextNode.valueOf("Append"));
  }

  @Test
  void numbersInLabelsKeepTheirDigits() {
    String annotated =
        SOURCE.replace(
            "{name: acme.cities}",
            "{name: acme.cities, annotations: {a: 0.12345678901234567890, b: 1.50}}");

    UUID id = applied(annotated);

    assertThat(writer.resource(id).headers().annotations().get("a").asText())
        .isEqualTo("0.12345678901234567890");
    assertThat(writer.apply(annotated).items().getFirst().operation()).isEqualTo(Untouched);
  }

  @Test
  void aTransformHasOneForm() {
    readyDataset();
    String derivative =
        """
        $schema: https://opendatafabric.org/schemas/datasets/v1alpha1/Dataset
        headers: {name: acme.derived}
        spec:
          kind: Derivative
          metadata:
            - kind: SetTransform
              inputs: [{datasetRef: acme.cities}]
              transform: {kind: Sql, engine: datafusion, query: select 1}
        """;
    String steps = derivative.replace("query: select 1", "queries: [{query: select 1}]");

    applied(derivative);

    var event = (MetadataEvent.SetTransform) writer.proposals().getFirst().events().getLast();
    var sql = (Transform.Sql) event.transform();
    assertThat(sql.query()).isNull();
    assertThat(sql.queries()).containsExactly(new Transform.SqlQueryStep(null, "select 1"));
    assertThat(writer.apply(derivative).items().getFirst().operation()).isEqualTo(Untouched);
    assertThat(writer.apply(steps).items().getFirst().operation()).isEqualTo(Untouched);
  }

  private CommandOutcome mend(UUID dataset, ResourceCommand.Mend.Way way) {
    return writer.send(
        new ResourceCommand.Mend(
            writer.newCommandId(),
            "tester",
            RefTexts.write(ResourceRef.byId(ResourceType.Dataset, dataset)),
            way));
  }

  @Test
  void aBrokenDatasetShowsUntilItIsMended() {
    UUID id = readyDataset();
    DatasetId did = ((DatasetSpec) writer.resource(id).spec()).did();
    Instant since = Instant.parse("2026-01-02T03:04:05Z");

    writer.reply(
        new Reply.DatasetBroken(
            did, "task/1", new Failure(FailureKind.Internal, "a view has no column"), since));

    Resource broken = writer.resource(id);
    assertThat(broken.status().phase()).isEqualTo(Phase.Degraded);
    var condition = broken.status().conditions().get(Condition.BROKEN);
    assertThat(condition.get("value").asText()).isEqualTo("True");
    assertThat(condition.get("message").asText()).isEqualTo("a view has no column");
    assertThat(condition.get("lastTransitionTime").asText()).isEqualTo(since.toString());
    assertThat(broken.status().conditions().get("Ready").get("reason").asText())
        .isEqualTo("DatasetBroken");
    writer.apply(DATASET.replace("{name: acme.cities}", "{name: acme.cities, labels: {a: b}}"));
    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Degraded);

    writer.reply(new Reply.DatasetMended(did, "task/2"));

    Resource mended = writer.resource(id);
    assertThat(mended.status().phase()).isEqualTo(Phase.Ready);
    assertThat(mended.status().conditions().get(Condition.BROKEN).get("value").asText())
        .isEqualTo("False");
  }

  @Test
  void mendingIsAskedForAndItsEndShows() {
    UUID id = readyDataset();
    DatasetId did = ((DatasetSpec) writer.resource(id).spec()).did();

    String rebuild = mend(id, ResourceCommand.Mend.Way.Rebuild).commandId();
    Proposal asked = writer.allProposals().getFirst();
    assertThat(asked).isInstanceOf(Proposal.Rebuild.class);
    var repair = writer.resource(id).status().conditions().get(Condition.REPAIR);
    assertThat(repair.get("value").asText()).isEqualTo("Unknown");
    assertThat(repair.get("command").asText()).isEqualTo(rebuild);
    writer.reply(
        new Reply.NothingToCommit(
            did, asked.requestId(), new IngestSummary(0, 0, 0, 0, null, List.of())));
    assertThat(
            writer.resource(id).status().conditions().get(Condition.REPAIR).get("value").asText())
        .isEqualTo("True");

    mend(id, ResourceCommand.Mend.Way.Unlock);
    Proposal unlock = writer.allProposals().getFirst();
    assertThat(unlock).isInstanceOf(Proposal.Unlock.class);
    writer.reply(
        new Reply.Refused(
            did, unlock.requestId(), new Failure(FailureKind.Unsupported, "not possible")));
    repair = writer.resource(id).status().conditions().get(Condition.REPAIR);
    assertThat(repair.get("value").asText()).isEqualTo("False");
    assertThat(repair.get("message").asText()).isEqualTo("not possible");
    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Ready);
  }

  private static String withEvent(String event) {
    return DATASET.substring(0, DATASET.indexOf("    - {kind: SetVocab")) + "    - " + event + "\n";
  }

  @Test
  void whatIsTooLargeToBeKeptIsRefused() {
    String text = "x".repeat(900_000);
    writer.apply(withEvent("{kind: SetVocab, offsetColumn: %s}".formatted(text)));
    writer.apply(withEvent("{kind: SetInfo, description: %s}".formatted(text)));
    writer.apply(
        withEvent(
            "{kind: SetLicense, shortName: a, name: %s, websiteUrl: 'http://a'}".formatted(text)));
    writer.apply(
        withEvent(
            "{kind: SetAttachments, attachments: {kind: Embedded, items: [{path: a, content: %s}]}}"
                .formatted(text)));

    CommandOutcome refused =
        writer.apply(
            withEvent(
                "{kind: SetDataSchema, schema: {fields: [{name: %s, type: String}]}}"
                    .formatted(text)));

    assertThat(refused.rejection().problem()).isEqualTo(Problem.PAYLOAD_TOO_LARGE);
    assertThat(writer.deadLetters()).isZero();
    assertThat(writer.apply(FLOW).items().getFirst().operation()).isEqualTo(Created);
  }

  @Test
  void anOutcomeLeavesOutChangesThatDoNotFit() {
    String text = "x".repeat(900_000);
    String sources = "";
    for (int i = 0; i < 3; i++) {
      sources +=
          "---\n"
              + SOURCE
                  .replace("name: acme.cities", "name: acme.s" + i)
                  .replace("select * from", "select '%s' from".formatted(text));
    }
    writer.apply(sources);

    CommandOutcome outcome = writer.apply(sources.replace("xxx'", "yyy'"));

    assertThat(outcome.items()).extracting(CommandOutcome.Item::operation).containsOnly(Updated);
    assertThat(outcome.items()).allSatisfy(item -> assertThat(item.changes()).isEmpty());
  }

  @Test
  void whoeverSentAnUnreadableCommandIsTold() {
    CommandOutcome outcome = writer.sendUnreadable();

    assertThat(outcome.rejection().problem()).isEqualTo(Problem.INTERNAL);
    assertThat(outcome.rejection().detail()).doesNotContain("`", "Exception", "ResourceCommand");
    assertThat(writer.deadLetters()).isEqualTo(1);
  }

  @Test
  void aMissingReferenceDegradesUntilItComes() {
    CommandOutcome outcome = writer.apply(FLOW);
    UUID flow = outcome.items().getFirst().id();

    assertThat(outcome.items().getFirst().warnings())
        .extracting(CommandOutcome.Warning::code)
        .containsExactly("dangling-reference");
    assertThat(writer.resource(flow).status().phase()).isEqualTo(Phase.Degraded);
    writer.apply(SOURCE + "---\n" + DATASET);
    assertThat(writer.resource(flow).status().phase()).isEqualTo(Phase.Ready);
    CommandOutcome deletion = writer.delete(ResourceRef.byName(ResourceType.Source, "acme.cities"));
    assertThat(deletion.items().getFirst().warnings()).hasSize(1);
    assertThat(writer.resource(flow).status().phase()).isEqualTo(Phase.Degraded);
  }

  @Test
  void oneRejectionRejectsTheWholeBatch() {
    readyDataset();

    CommandOutcome outcome = writer.apply(SOURCE + "---\n" + DATASET.replace("Root", "Derivative"));

    assertThat(outcome.items())
        .extracting(CommandOutcome.Item::operation)
        .containsExactly(Created, Rejected);
    assertThat(outcome.items().get(1).rejection().problem()).isEqualTo(Problem.IMMUTABLE_FIELD);
    assertThat(outcome.items().get(1).rejection().pointer()).isEqualTo("/spec/kind");
    assertThat(writer.readResources()).isZero();
    CommandOutcome alone =
        writer.send(
            writer.applyCommand(
                SOURCE + "---\n" + DATASET.replace("Root", "Derivative"), false, false));
    assertThat(alone.items().getFirst().operation()).isEqualTo(Created);
    assertThat(writer.readResources()).isPositive();
  }

  @Test
  void aDryRunWritesNothing() {
    CommandOutcome outcome = writer.send(writer.applyCommand(DATASET, true, true));

    assertThat(outcome.items().getFirst().operation()).isEqualTo(Created);
    assertThat(writer.readResources()).isZero();
    assertThat(writer.proposals()).isEmpty();
  }

  @Test
  void aRenameNeedsTheIdAndAFreeName() {
    UUID id = applied(SOURCE);
    applied(SOURCE.replace("name: acme.cities", "name: acme.other"));
    String withId = SOURCE.replace("headers: {", "headers: {id: " + id + ", ");

    assertThat(
            writer
                .apply(withId.replace("name: acme.cities", "name: acme.other"))
                .items()
                .getFirst()
                .rejection()
                .problem())
        .isEqualTo(Problem.NAME_CONFLICT);
    assertThat(
            writer
                .apply(withId.replace("name: acme.cities", "name: acme.towns"))
                .items()
                .getFirst()
                .operation())
        .isEqualTo(Updated);
    assertThat(writer.resource(id).headers().name()).hasToString("acme.towns");
    assertThat(writer.resource(id).status().sourceName()).isEqualTo("acme.cities");
    UUID second = applied(SOURCE);
    assertThat(second).isNotEqualTo(id);
    assertThat(writer.resource(second).status().sourceName())
        .isEqualTo("acme.cities-" + second.toString().substring(0, 8));
  }

  @Test
  void generationsGuardChanges() {
    applied(SOURCE);
    ResourceCommand.Apply command =
        writer.applyCommand(
            SOURCE.replace("Csv", "NdJson").replace(", header: true", ""), true, false);
    ResourceCommand.Item item = command.items().getFirst();

    CommandOutcome stale =
        writer.send(
            new ResourceCommand.Apply(
                writer.newCommandId(),
                "tester",
                true,
                false,
                List.of(
                    new ResourceCommand.Item(
                        0,
                        item.manifest(),
                        item.newId(),
                        null,
                        new ResourceCommand.Precondition(false, false, List.of(7L))))));

    assertThat(stale.items().getFirst().rejection().problem())
        .isEqualTo(Problem.PRECONDITION_FAILED);
    assertThat(stale.items().getFirst().rejection().members())
        .containsEntry("currentGeneration", 1);
    assertThat(writer.send(command).items().getFirst().operation()).isEqualTo(Updated);
  }

  @Test
  void whatIsDeletedFreesItsNameAndIsPurgedLater() {
    UUID id = readyDataset();

    writer.delete(ResourceRef.byId(ResourceType.Dataset, id));

    Resource deleted = writer.resource(id);
    assertThat(deleted.isDeleted()).isTrue();
    assertThat(deleted.status().phase()).isEqualTo(Phase.Deleted);
    UUID again = applied(DATASET);
    assertThat(again).isNotEqualTo(id);
    assertThat(writer.proposals().getFirst().events().getFirst())
        .isInstanceOf(MetadataEvent.Seed.class);
    assertThat(writer.delete(ResourceRef.byId(ResourceType.Dataset, id)).rejection().problem())
        .isEqualTo(Problem.RESOURCE_NOT_FOUND);
    writer.advance(WriterHarness.RETENTION.plus(Duration.ofHours(1)));
    assertThat(writer.resource(id)).isNull();
    assertThat(writer.resource(again)).isNotNull();
  }

  @Test
  void aDatasetIsAdoptedByItsDid() {
    UUID id = readyDataset();
    String did = writer.resource(id).did();
    writer.delete(ResourceRef.byId(ResourceType.Dataset, id));

    UUID again = applied(DATASET.replace("kind: Root", "kind: Root\n  did: " + did));

    Proposal.Metadata proposal = writer.proposals().getFirst();
    assertThat(proposal.datasetResourceId()).isEqualTo(again.toString());
    assertThat(proposal.events()).hasSize(1).first().isInstanceOf(MetadataEvent.Seed.class);
    writer.reply(
        new Reply.NothingToCommit(proposal.dataset(), proposal.requestId(), IngestSummary.EMPTY));
    assertThat(writer.resource(again).status().phase()).isEqualTo(Phase.Ready);
    assertThat(writer.proposals()).isEmpty();
  }

  @Test
  void aChainOfSomebodyElseIsAdopted() {
    String did = DatasetKeyPair.generate(new SecureRandom()).id().toString();
    UUID id = applied(DATASET.replace("kind: Root", "kind: Root\n  did: " + did));
    Proposal.Metadata proposal = writer.proposals().getFirst();

    writer.reply(
        new Reply.NothingToCommit(proposal.dataset(), proposal.requestId(), IngestSummary.EMPTY));

    assertThat(writer.resource(id).status().phase()).isEqualTo(Phase.Ready);
    assertThat(writer.proposals()).isEmpty();
  }

  @Test
  void anUnreadableCommandIsADeadLetterAndNothingStops() {
    writer.sendUnreadable();

    assertThat(writer.deadLetters()).isEqualTo(1);
    assertThat(writer.apply(SOURCE).items().getFirst().operation()).isEqualTo(Created);
  }

  @Test
  void sequencesHaveNoGaps() {
    UUID id = readyDataset();
    writer.apply(DATASET.replace("Cities", "Towns"));
    writer.delete(ResourceRef.byId(ResourceType.Dataset, id));

    List<Integer> sequences =
        writer.events().stream().map(event -> event.get("sequence").asInt()).toList();
    for (int i = 0; i < sequences.size(); i++) {
      assertThat(sequences.get(i)).isEqualTo(i + 1);
    }
  }
}
