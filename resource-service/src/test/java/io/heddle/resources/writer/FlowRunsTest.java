package io.heddle.resources.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.IngestSummary;
import io.heddle.message.TaskEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.Problem;
import io.heddle.resource.Condition;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowRunsTest {
  private static final Instant TIME = Instant.parse("2026-01-05T10:01:00Z");

  @TempDir Path folder;
  private WriterHarness writer;
  private Resource dataset;
  private Resource source;

  @BeforeEach
  void start() {
    writer = new WriterHarness(folder);
    CommandOutcome outcome =
        writer.apply(
            ResourceWriterTest.DATASET
                + "---\n"
                + ResourceWriterTest.SOURCE
                + "---\n"
                + ResourceWriterTest.FLOW);
    dataset = writer.resource(outcome.items().get(0).id());
    source = writer.resource(outcome.items().get(1).id());
  }

  @AfterEach
  void stop() {
    writer.close();
  }

  private JsonNode run(UUID id) {
    return writer.resource(id).status().conditions().get(Condition.FLOW_RUN_STATUS);
  }

  private TaskEvent.Finished success(String task) {
    return new TaskEvent.Finished(
        task,
        TIME,
        new TaskEvent.Outcome.Success(
            ((DatasetSpec) dataset.spec()).did(),
            null,
            WriterHarness.hash(5),
            1,
            null,
            new IngestSummary(3, 2, 1, 0, null, List.of()),
            null,
            null,
            false),
        List.of(
            new TaskEvent.PhaseProgress(
                TaskEvent.Phase.Ingress, TaskEvent.PhaseState.Done, 20480L, null, null, null)));
  }

  @Test
  void aTriggerStartsARunAndAsksForItsFirstTask() {
    CommandOutcome.Run run = writer.trigger("acme.cities").runs().getFirst();

    IngestRequest request = writer.requests().getFirst();
    assertThat(request.flowRunId()).isEqualTo(run.flowRun().toString());
    assertThat(request.datasetResourceId()).isEqualTo(dataset.headers().id().toString());
    assertThat(request.sourceId()).isEqualTo(source.headers().id().toString());
    assertThat(request.sourceGeneration()).isEqualTo(1);
    assertThat(request.targetRecordsPerSlice()).isEqualTo(100);
    assertThat(run(run.flowRun()).get("status").asText()).isEqualTo("Running");
    Resource task = writer.resource(UUID.fromString(request.taskId()));
    assertThat(task.status().conditions().get(Condition.TASK_STATUS).asText()).isEqualTo("Queued");
    assertThat(task.headers().ownerReferences().getFirst().id()).isEqualTo(run.flowRun());
  }

  @Test
  void whatTheWorkerSaysIsSeenInRunAndTask() {
    CommandOutcome.Run run = writer.trigger("acme.cities").runs().getFirst();
    String task = writer.requests().getFirst().taskId();

    writer.taskEvent(new TaskEvent.Started(task, TIME, "ingest-1"));
    assertThat(run(run.flowRun()).at("/tasks/0/status").asText()).isEqualTo("Running");
    writer.taskEvent(success(task));

    JsonNode finished = run(run.flowRun());
    assertThat(finished.get("status").asText()).isEqualTo("Finished");
    assertThat(finished.get("outcome").asText()).isEqualTo("Success");
    assertThat(finished.at("/tasks/0/outcome/kind").asText()).isEqualTo("Success");
    assertThat(finished.at("/tasks/0/outcome/result/numRecords").asLong()).isEqualTo(2);
    assertThat(finished.at("/tasks/0/phases/0/bytes").asLong()).isEqualTo(20480);
    assertThat(writer.resource(run.flowRun()).isDeleted()).isTrue();
    writer.taskEvent(success(task));
    assertThat(writer.readResources()).isZero();
  }

  @Test
  void whatFiresMeanwhileJoinsOneFollowUp() {
    UUID first = writer.trigger("acme.cities").runs().getFirst().flowRun();
    CommandOutcome.Run second = writer.trigger("acme.cities").runs().getFirst();
    CommandOutcome.Run third = writer.trigger("acme.cities").runs().getFirst();

    assertThat(second.flowRun()).isNotEqualTo(first);
    assertThat(second.status()).isEqualTo("Waiting");
    assertThat(third.flowRun()).isEqualTo(second.flowRun());
    assertThat(third.joined()).isTrue();
    List<IngestRequest> requests = writer.requests();
    assertThat(requests).hasSize(1);
    writer.taskEvent(success(requests.getFirst().taskId()));
    assertThat(writer.requests().getFirst().flowRunId()).isEqualTo(second.flowRun().toString());
    assertThat(run(second.flowRun()).get("status").asText()).isEqualTo("Running");
  }

  @Test
  void aFailureEndsTheRunAndTheNextOneIsFree() {
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
    String task = writer.requests().getFirst().taskId();

    writer.taskEvent(
        new TaskEvent.Finished(
            task,
            TIME,
            new TaskEvent.Outcome.Failed(
                new Failure(FailureKind.ReadError, "line 17: \"x\" is not an Int32")),
            List.of()));

    assertThat(run(run).get("outcome").asText()).isEqualTo("Failed");
    assertThat(run(run).at("/tasks/0/outcome/error/kind").asText()).isEqualTo("ReadError");
    assertThat(run(run).at("/tasks/0/outcome/recoverable").asBoolean()).isFalse();
    assertThat(writer.trigger("acme.cities").runs().getFirst().status()).isEqualTo("Running");
  }

  @Test
  void tasksFollowOneAnother() {
    writer.apply(
        ResourceWriterTest.FLOW.replace(
            "targetRecordsPerSlice: 100}",
            "targetRecordsPerSlice: 100}\n    - {kind: Verify, name: check, onFailure: Continue}\n"
                + "    - {kind: Ingest, source: acme.cities, name: again}"));
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();

    writer.taskEvent(success(writer.requests().getFirst().taskId()));

    assertThat(run(run).at("/tasks/1/outcome/error/kind").asText()).isEqualTo("UnsupportedTask");
    assertThat(run(run).at("/tasks/2/name").asText()).isEqualTo("again");
    assertThat(run(run).at("/tasks/2/status").asText()).isEqualTo("Queued");
    writer.taskEvent(success(writer.requests().getFirst().taskId()));
    assertThat(run(run).get("outcome").asText()).isEqualTo("Failed");
  }

  @Test
  void aFlowWithoutATargetSaysSo() {
    writer.apply(
        ResourceWriterTest.FLOW
            .replace("name: acme.cities", "name: acme.none")
            .replace("Dataset:acme.cities", "Dataset:nothing"));

    assertThat(writer.trigger("acme.none").rejection().problem()).isEqualTo(Problem.NO_TARGET);
    assertThat(writer.trigger("unknown").rejection().problem())
        .isEqualTo(Problem.RESOURCE_NOT_FOUND);
  }

  @Test
  void tasksRunWithoutAFlow() {
    String manifest =
        """
        $schema: https://opendatafabric.org/schemas/flows/v1alpha1/FlowRun
        spec:
          target: Dataset:acme.cities
          tasks:
            - {kind: Ingest, source: acme.cities}
        """;
    UUID id = UUID.randomUUID();

    CommandOutcome outcome =
        writer.send(
            new ResourceCommand.StartRun(
                writer.newCommandId(),
                "tester",
                id,
                io.heddle.resource.ManifestJson.write(WriterHarness.parse(manifest).getFirst())));

    assertThat(outcome.runs().getFirst().flowRun()).isEqualTo(id);
    assertThat(writer.requests()).hasSize(1);
    assertThat(writer.resource(id).headers().name())
        .hasToString("flow-run-" + id.toString().substring(0, 8));
  }

  private CommandOutcome cancel(UUID run) {
    return writer.send(
        new ResourceCommand.CancelRun(writer.newCommandId(), "tester", run, "by hand"));
  }

  @Test
  void aRunIsCancelledThroughItsTask() {
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
    String task = writer.requests().getFirst().taskId();

    assertThat(cancel(run).runs().getFirst().status()).isEqualTo("Running");
    IngestCancel sent = (IngestCancel) writer.commands().getFirst();
    assertThat(sent.taskId()).isEqualTo(task);
    assertThat(sent.reason()).isEqualTo("by hand");
    writer.taskEvent(
        new TaskEvent.Finished(task, TIME, new TaskEvent.Outcome.Cancelled("by hand"), List.of()));

    assertThat(run(run).get("outcome").asText()).isEqualTo("Cancelled");
    assertThat(cancel(run).runs().getFirst().status()).isEqualTo("Finished");
  }

  @Test
  void aCancelThatIsRepeatedAsksAgain() {
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
    String task = writer.requests().getFirst().taskId();
    cancel(run);
    writer.commands();

    // The first question, or the answer to it, was lost.
    cancel(run);

    assertThat(((IngestCancel) writer.commands().getFirst()).taskId()).isEqualTo(task);
    writer.taskEvent(
        new TaskEvent.Finished(
            task, TIME, new TaskEvent.Outcome.Cancelled("not known"), List.of()));
    assertThat(run(run).get("outcome").asText()).isEqualTo("Cancelled");
    assertThat(writer.trigger("acme.cities").runs().getFirst().status()).isEqualTo("Running");
  }

  @Test
  void aRunWhoseDatasetIsGoneIsCancelledWithoutAnybodyToAsk() {
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
    writer.delete(ResourceRef.byName(ResourceType.Dataset, "acme.cities"));
    writer.commands();

    cancel(run);

    assertThat(run(run).get("status").asText()).isEqualTo("Finished");
    assertThat(run(run).get("outcome").asText()).isEqualTo("Cancelled");
  }

  @Test
  void whatWasCommittedBeforeItWasCancelledCounts() {
    UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
    String task = writer.requests().getFirst().taskId();
    cancel(run);

    writer.taskEvent(success(task));

    assertThat(run(run).get("outcome").asText()).isEqualTo("Success");
  }

  @Test
  void aRunThatWaitsIsCancelledAtOnce() {
    UUID active = writer.trigger("acme.cities").runs().getFirst().flowRun();
    String task = writer.requests().getFirst().taskId();
    UUID followUp = writer.trigger("acme.cities").runs().getFirst().flowRun();

    cancel(followUp);

    assertThat(run(followUp).get("outcome").asText()).isEqualTo("Cancelled");
    writer.taskEvent(success(task));
    assertThat(run(active).get("status").asText()).isEqualTo("Finished");
    assertThat(writer.commands()).isEmpty();
    assertThat(writer.trigger("acme.cities").runs().getFirst().joined()).isFalse();
  }

  @Test
  void whatCannotGoOnWithoutWhatWasDeletedIsCancelled() {
    for (ResourceType type :
        List.of(ResourceType.Flow, ResourceType.Source, ResourceType.Dataset)) {
      UUID run = writer.trigger("acme.cities").runs().getFirst().flowRun();
      String task = writer.requests().getFirst().taskId();
      UUID followUp = writer.trigger("acme.cities").runs().getFirst().flowRun();

      writer.delete(ResourceRef.byName(type, "acme.cities"));

      IngestCancel sent = (IngestCancel) writer.commands().getFirst();
      assertThat(sent.taskId()).isEqualTo(task);
      assertThat(sent.reason()).contains("deleted");
      writer.taskEvent(
          new TaskEvent.Finished(
              task, TIME, new TaskEvent.Outcome.Cancelled(sent.reason()), List.of()));
      assertThat(run(run).get("outcome").asText()).isEqualTo("Cancelled");
      assertThat(run(followUp).get("outcome").asText()).isEqualTo("Cancelled");
      assertThat(writer.commands()).isEmpty();
      writer.apply(
          ResourceWriterTest.DATASET
              + "---\n"
              + ResourceWriterTest.SOURCE
              + "---\n"
              + ResourceWriterTest.FLOW);
    }
  }
}
