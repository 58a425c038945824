package io.heddle.merge.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.source.MergeStrategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random snapshots, some given up half-way, over a state that is lost or kept now and then. */
class RandomHistoryTest {
  private static final MergeStrategy SNAPSHOT = new MergeStrategy.Snapshot(List.of("city"), null);
  private static final int ROUNDS = 25;
  private static final int NAMES = 12;

  private final TreeMap<String, Long> current = new TreeMap<>();
  private final List<String> expected = new ArrayList<>();
  private @Nullable String sourceState;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theDatasetIsWhatTheWholeSnapshotsSay(long seed, @TempDir Path folder) {
    Random random = new Random(seed);
    MergeHarness merge = new MergeHarness(folder);
    try {
      merge.createDataset();
      for (int round = 0; round < ROUNDS; round++) {
        if (random.nextInt(6) == 0) {
          merge.restart(random.nextBoolean());
        }
        ingest(merge, random, round);
      }

      assertThat(merge.rows()).isEqualTo(expected);
    } finally {
      merge.close();
    }
  }

  private void ingest(MergeHarness merge, Random random, int round) {
    Map<String, Long> table = new LinkedHashMap<>();
    for (int i = random.nextInt(NAMES); i > 0; i--) {
      table.put("c" + random.nextInt(NAMES), (long) random.nextInt(3));
    }
    String id = begin(merge, round);
    List<Map.Entry<String, Long>> rows = new ArrayList<>(table.entrySet());
    int batch = 0;
    for (int from = 0; from < rows.size(); ) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(4));
      City[] cities =
          rows.subList(from, to).stream()
              .map(row -> new City(row.getKey(), row.getValue()))
              .toArray(City[]::new);
      merge.send(merge.batch(id, batch++, cities));
      if (random.nextInt(8) == 0) {
        merge.restart(true);
      }
      if (random.nextInt(10) == 0) {
        merge.send(new Proposal.IngestAbort(Cities.DATASET, id, "given up"));
        return;
      }
      from = to;
    }
    String next = "state-" + round;
    merge.send(merge.end(id, "source", batch, rows.size(), next));
    sourceState = next;
    expect(table);
  }

  private String begin(MergeHarness merge, int round) {
    for (int attempt = 0; attempt < 100; attempt++) {
      String id = "r%d-%d".formatted(round, attempt);
      merge.send(merge.begin(id, "source", sourceState, SNAPSHOT));
      Reply answer = merge.await(id);
      if (answer instanceof Reply.Begun) {
        return id;
      }
      assertThat(answer).isInstanceOf(Reply.Busy.class);
      merge.advance(Duration.ofMillis(100));
      MergeHarness.pause();
    }
    throw new AssertionError("busy for ever");
  }

  private void expect(Map<String, Long> table) {
    table.forEach(
        (name, people) -> {
          Long before = current.get(name);
          if (before == null) {
            expected.add("+A %s %d".formatted(name, people));
          } else if (!before.equals(people)) {
            expected.add("-C %s %d".formatted(name, before));
            expected.add("+C %s %d".formatted(name, people));
          }
        });
    current.forEach(
        (name, people) -> {
          if (!table.containsKey(name)) {
            expected.add("-R %s %d".formatted(name, people));
          }
        });
    current.clear();
    current.putAll(table);
  }
}
