package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * While a large ingestion is under way, a process stands still and later goes on as if nothing had
 * happened: the dataset holds every row once.
 */
class StandstillsIT {
  private static final long ROWS = 200_000;

  /** Beyond what one request to the store may take before it is tried again. */
  private static final Duration STORE_AWAY = Duration.ofSeconds(15);

  private final LocalStack stack = SharedStack.get();

  @TempDir Path folder;

  /**
   * The first instance has all the work; once its session is over, a second one takes it, and has
   * done it when the first goes on with what it was about.
   */
  @ParameterizedTest
  @EnumSource(
      value = Service.class,
      names = {"INGRESS", "MERGE"})
  void aServiceWhoseWorkAnotherHasDone(Service service) throws Exception {
    // Given
    var dataset = new ExportedDataset("zombie-" + service.title(), Merge.APPEND);
    dataset.publish(0, ROWS, 0);

    // When
    String run = dataset.triggerUntilUnderWay();
    try {
      try (var zombie = Frozen.process(service.title())) {
        stack.start(service, 2);
        dataset.awaitSuccess(run);
      }
      dataset.publish(ROWS, ROWS + 100, 0).ingest();
    } finally {
      stack.stop(service, 2);
    }
    // A request of before that comes again may look at the source first, and take what is there.
    dataset.publish(ROWS + 100, ROWS + 200, 0);
    assertThat(dataset.await(dataset.trigger())).isIn("Success", "NoOp");

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  @Test
  void aStoreThatDoesNotAnswerForAWhile() throws Exception {
    // Given
    var dataset = new ExportedDataset("store-away", Merge.APPEND).publish(0, ROWS, 0);

    // When
    String run = dataset.triggerUntilUnderWay();
    try (var store = Frozen.process("s3")) {
      Thread.sleep(STORE_AWAY);
    }
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }
}
