package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.catchup.ReadPools;
import io.heddle.merge.catchup.RowStream;
import io.heddle.merge.catchup.Sighting;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.Cities.City;
import io.heddle.odf.MergeStrategy;
import io.heddle.schema.DataSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredChainReadsTest {
  private static final MergeStrategy APPEND = new MergeStrategy.Append();
  private static final int SLICES = 7;

  @Test
  void streamsThatNobodyPollsKeepNoThread(@TempDir Path folder) throws Exception {
    try (MergeHarness merge = new MergeHarness(folder);
        BufferAllocator allocator = new RootAllocator();
        ExecutorService one = Executors.newFixedThreadPool(1)) {
      // Given
      merge.createDataset();
      for (int i = 0; i < SLICES; i++) {
        merge.ingest("r" + i, i == 0 ? null : "s" + (i - 1), "s" + i, APPEND, new City("c" + i, i));
      }
      StoredChainReads reads =
          new StoredChainReads(merge.bucket, new ReadPools(one, one, one, 2), folder, allocator);
      Sighting sighting = reads.look(DATASET, null, null, true).get(10, SECONDS);
      DataSchema schema = sighting.chain().schema().orElseThrow();

      // When
      try (RowStream first = reads.rows(DATASET, sighting.slices(), schema);
          RowStream second = reads.rows(DATASET, sighting.slices(), schema)) {

        // Then
        assertThat(reads.head(DATASET).get(10, SECONDS)).contains(sighting.chain().head());
        assertThat(rows(second)).isEqualTo(SLICES);
        assertThat(rows(first)).isEqualTo(SLICES);
      }
      one.shutdown();
      assertThat(one.awaitTermination(10, SECONDS)).isTrue();
    }
  }

  @Test
  void noMoreFilesAreOpenThanMayBe(@TempDir Path folder, @TempDir Path scratch) throws Exception {
    try (MergeHarness merge = new MergeHarness(folder);
        BufferAllocator allocator = new RootAllocator();
        ExecutorService several = Executors.newFixedThreadPool(3)) {
      // Given
      merge.createDataset();
      for (int i = 0; i < SLICES; i++) {
        merge.ingest("r" + i, i == 0 ? null : "s" + (i - 1), "s" + i, APPEND, new City("c" + i, i));
      }
      StoredChainReads reads =
          new StoredChainReads(
              merge.bucket, new ReadPools(several, several, several, 1), scratch, allocator);
      Sighting sighting = reads.look(DATASET, null, null, true).get(10, SECONDS);
      DataSchema schema = sighting.chain().schema().orElseThrow();
      List<RowStream> streams = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        streams.add(reads.rows(DATASET, sighting.slices(), schema));
      }

      // When
      streams.removeLast().close();
      int rows = 0;
      List<RowStream> left = new ArrayList<>(streams);
      for (int i = 0; i < 20_000 && !left.isEmpty(); i++) {
        RowStream stream = left.get(i % left.size());
        switch (stream.poll()) {
          case null -> MergeHarness.pause();
          case RowStream.Piece.Rows(VectorSchemaRoot batch) -> {
            rows += batch.getRowCount();
            batch.close();
          }
          case RowStream.Piece.SliceEnd ignored -> {}
          case RowStream.Piece.End ignored -> left.remove(stream);
          case RowStream.Piece.Failed(Throwable cause) -> throw new AssertionError(cause);
        }
        assertThat(openFiles(scratch)).isLessThanOrEqualTo(1);
      }

      // Then
      assertThat(rows).isEqualTo(3 * SLICES);
      streams.forEach(RowStream::close);
    }
  }

  private static long openFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void headsAreSeenWhileAllElseStandsStill(@TempDir Path folder) throws Exception {
    try (MergeHarness merge = new MergeHarness(folder);
        ExecutorService one = Executors.newFixedThreadPool(1)) {
      merge.createDataset();
      Executor jammed = command -> {};
      StoredChainReads reads =
          new StoredChainReads(
              merge.bucket, new ReadPools(one, jammed, jammed, 1), folder, merge.allocator);

      assertThat(reads.look(DATASET, null, null, false)).isNotDone();
      assertThat(reads.next(DATASET, null, 1)).isNotDone();

      assertThat(reads.head(DATASET).get(10, SECONDS)).isPresent();
    }
  }

  private static int rows(RowStream stream) {
    int rows = 0;
    for (int i = 0; i < 5_000; i++) {
      switch (stream.poll()) {
        case null -> MergeHarness.pause();
        case RowStream.Piece.Rows(VectorSchemaRoot batch) -> {
          rows += batch.getRowCount();
          batch.close();
        }
        case RowStream.Piece.SliceEnd ignored -> {}
        case RowStream.Piece.End ignored -> {
          return rows;
        }
        case RowStream.Piece.Failed(Throwable cause) -> throw new AssertionError(cause);
      }
    }
    throw new AssertionError("the stream does not end");
  }
}
