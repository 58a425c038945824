package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.local.bench.LedgerRows.Merge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One dataset's trouble is its own: another one of its partition goes on ingesting. */
class NeighbourIT {
  private static final int ROWS = 100_000;
  private static final int INGESTIONS = 8;
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Longer than without the trouble; far less than until a thread that died is replaced. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  @TempDir Path folder;

  /** What happens to the dataset next door. */
  enum Trouble {
    QUERY_WITHOUT_END {
      @Override
      String begin(ExportedDataset dataset) {
        String query = "select i.* from input i, range(1000000000000) t(x) where x + i.seq < 0";
        return dataset.redefine(query, "account, seq").trigger();
      }

      @Override
      void end(ExportedDataset dataset, String run) {
        dataset.deleteFlow();
      }
    },

    KEY_THAT_OLD_ROWS_LACK {
      @Override
      String begin(ExportedDataset dataset) throws Exception {
        dataset.publish(0, ROWS, 1);
        return dataset.redefine("select *, seq + 0 as sku from input", "sku").trigger();
      }
    },

    FAR_EVENT_TIME {
      @Override
      String begin(ExportedDataset dataset) throws Exception {
        dataset.publish(0, ROWS, 1);
        String query =
            "select * replace (make_timestamp(1000000000000000000) as event_time) from input";
        return dataset.redefine(query, "account, seq").trigger();
      }
    },

    ROW_AT_FAULT {
      @Override
      String begin(ExportedDataset dataset) throws Exception {
        dataset.publishWithRepeatedKey(0, ROWS, 1);
        return dataset.trigger();
      }
    };

    /** Begins the trouble and gives the run that has it. */
    abstract String begin(ExportedDataset dataset) throws Exception;

    /** Sees that the run ends, well or not. */
    void end(ExportedDataset dataset, String run) {
      dataset.await(run);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ingestsAllTheWhile(Trouble trouble) throws Exception {
    // Given
    var dataset =
        new ExportedDataset(
            "trouble-" + trouble.name().toLowerCase(Locale.ROOT).replace('_', '-'), Merge.SNAPSHOT);
    dataset.publish(0, ROWS, 0).ingest();
    ExportedDataset neighbour = dataset.neighbour();
    Duration calm = ingestRow(neighbour, 1);

    // When
    String run = trouble.begin(dataset);
    Duration longest = Duration.ZERO;
    for (int row = 2; row < 2 + INGESTIONS; row++) {
      Duration took = ingestRow(neighbour, row);
      longest = took.compareTo(longest) > 0 ? took : longest;
      Thread.sleep(INTERVAL.minus(took).isPositive() ? INTERVAL.minus(took) : Duration.ZERO);
    }
    trouble.end(dataset, run);

    // Then
    assertThat(longest).isLessThan(calm.plus(LONGEST_WAIT));
    neighbour.assertHoldsEachRowOnce(folder);
  }

  private static Duration ingestRow(ExportedDataset dataset, int row) throws Exception {
    long began = System.nanoTime();
    dataset.publish(row, row + 1, 0).ingest();
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
