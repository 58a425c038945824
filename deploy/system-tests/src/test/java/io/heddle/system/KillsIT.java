package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import io.heddle.message.MessageKind;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * While a large ingestion is under way, processes are killed and started again: the dataset holds
 * every row once.
 */
class KillsIT {
  private static final long ROWS = 200_000;

  private final LocalStack stack = SharedStack.get();

  @TempDir Path folder;

  /** Who is killed at once; nobody means the broker. */
  enum Victims {
    INGRESS(Service.INGRESS),
    MERGE(Service.MERGE),
    COMMIT(Service.COMMIT),
    RESOURCE(Service.RESOURCE),
    WORKERS(Service.INGRESS, Service.MERGE, Service.COMMIT),
    BROKER;

    private final List<Service> services;

    Victims(Service... services) {
      this.services = List.of(services);
    }
  }

  @ParameterizedTest
  @EnumSource
  void batchesComing(Victims victims) throws Exception {
    // Given
    var dataset =
        new ExportedDataset("kill-" + victims.name().toLowerCase(Locale.ROOT), Merge.APPEND)
            .publish(0, ROWS, 0);

    // When
    String run = dataset.triggerUntilUnderWay();
    if (victims == Victims.BROKER) {
      stack.killBroker();
      stack.startBroker();
    } else {
      killAndStart(victims.services);
    }
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  /** Closing: merge-service looks for the keys that did not come, which are nearly all. */
  @Test
  void whatOnlyTheEndTellsBeingDecided() throws Exception {
    // Given
    var dataset = new ExportedDataset("kill-closing", Merge.SNAPSHOT).publish(0, ROWS, 0).ingest();
    dataset.publish(ROWS - 10, ROWS, 0);

    // When
    String run = dataset.triggerUntilUnderWay();
    killAndStart(List.of(Service.MERGE));
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  /** Awaiting: the decision is with commit-service, which cannot reach the store. */
  @Test
  void decisionUnanswered() throws Exception {
    // Given
    var dataset = new ExportedDataset("kill-awaiting", Merge.APPEND).publish(0, ROWS, 0);

    // When
    String run;
    String id = dataset.id();
    try (var decisions = new Traffic(Topics.DEFAULT.commitRequests())) {
      run = dataset.trigger();
      decisions.await(id, MessageKind.SLICE_BEGIN, 1);
      try (var store = Frozen.process("s3")) {
        decisions.await(id, MessageKind.SLICE_END, 1);
        kill(List.of(Service.MERGE, Service.COMMIT));
      }
    }
    start(List.of(Service.MERGE, Service.COMMIT));
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  /** RollingBack: the last of many rows, which change what is known, is at fault. */
  @Test
  void ingestionBeingTakenBack() throws Exception {
    // Given
    var dataset =
        new ExportedDataset("kill-rolling-back", Merge.SNAPSHOT).publish(0, ROWS, 0).ingest();
    dataset.publishWithRepeatedKey(0, ROWS, 1);

    // When
    String run;
    try (var replies = new Traffic(Topics.DEFAULT.replies())) {
      run = dataset.trigger();
      replies.await(dataset.id(), MessageKind.REFUSED, 1);
      killAndStart(List.of(Service.MERGE));
    }
    assertThat(dataset.await(run)).isEqualTo("Failed");
    dataset.publish(10, ROWS + 10, 2).ingest();

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  private void killAndStart(List<Service> services) {
    kill(services);
    start(services);
  }

  private void kill(List<Service> services) {
    services.forEach(service -> stack.kill(service, 1));
  }

  private void start(List<Service> services) {
    services.forEach(service -> stack.start(service, 1));
  }
}
