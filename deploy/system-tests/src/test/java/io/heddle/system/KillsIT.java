package io.heddle.system;

import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import java.nio.file.Path;
import java.util.Locale;
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

  /** Who is killed. */
  enum Victims {
    INGRESS(Service.INGRESS),
    MERGE(Service.MERGE),
    COMMIT(Service.COMMIT);

    private final Service service;

    Victims(Service service) {
      this.service = service;
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
    stack.kill(victims.service, 1);
    stack.start(victims.service, 1);
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }
}
