package io.heddle.merge.topology;

import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.ingest.SliceLimits;
import io.heddle.multiformats.DatasetId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two datasets of one partition, each with two sources, live through a random history of all that
 * can happen to them, message by message. What they hold is compared with a fold over what was
 * committed. {@code heddle.history.seeds} says how many histories there are, {@code
 * heddle.history.first} with which seed they begin.
 */
class RandomHistoryTest {
  private static final int STEPS = 160;

  static LongStream seeds() {
    long first = Long.getLong("heddle.history.first", 1);
    return LongStream.range(first, first + Long.getLong("heddle.history.seeds", 30));
  }

  @ParameterizedTest(name = "-Dheddle.history.seeds=1 -Dheddle.history.first={0}")
  @MethodSource("seeds")
  void theDatasetsAreWhatTheFoldSays(long seed, @TempDir Path folder) {
    try {
      new History(new Random(seed), folder).run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed %d (-Dheddle.history.seeds=1 -Dheddle.history.first=%d): %s"
              .formatted(seed, seed, e.getMessage()),
          e);
    }
  }

  /** One history. */
  private static final class History {
    private final Random random;
    private final MergeHarness merge;
    private final List<DatasetHistory> datasets = new ArrayList<>();

    History(Random random, Path folder) {
      this.random = random;
      boolean littleUndo = random.nextInt(3) == 0;
      boolean smallBatches = random.nextBoolean();
      this.merge =
          new MergeHarness(folder, settings -> settings(settings, littleUndo, smallBatches));
      for (byte i = 1; i <= 2; i++) {
        byte[] key = new byte[DatasetId.KEY_LENGTH];
        Arrays.fill(key, i);
        datasets.add(
            new DatasetHistory(
                merge, new DatasetId(key), "d" + i, random, this::letSilencePass, this::loseState));
      }
    }

    private static AggregateSettings settings(
        AggregateSettings like, boolean littleUndo, boolean smallBatches) {
      SliceLimits slices = like.slices();
      return new AggregateSettings(
          like.silence(),
          like.overdue(),
          like.unreadable(),
          like.step(),
          littleUndo ? 100 : like.undoBytes(),
          like.snapshotRows(),
          like.onTopOfUnknown(),
          like.entryBytes(),
          new SliceLimits(
              slices.sliceRows(),
              slices.sliceBytes(),
              smallBatches ? 200 : slices.batchBytes(),
              slices.messageBytes()));
    }

    void run() {
      try (merge) {
        datasets.forEach(DatasetHistory::create);
        for (int step = 0; step < STEPS; step++) {
          restartPerhaps();
          datasets.get(random.nextInt(datasets.size())).step();
        }
        datasets.forEach(DatasetHistory::finish);
        datasets.forEach(dataset -> dataset.talk.check());
      }
    }

    private void restartPerhaps() {
      if (random.nextInt(15) == 0) {
        if (random.nextInt(8) == 0) {
          loseState();
        } else {
          merge.restart(true);
        }
      }
    }

    private void loseState() {
      merge.restart(false);
      datasets.forEach(DatasetHistory::onStateLost);
    }

    /** Longer than an open ingestion may be silent. */
    private void letSilencePass() {
      merge.advance(Duration.ofMinutes(6));
      datasets.forEach(DatasetHistory::onSilence);
    }
  }
}
