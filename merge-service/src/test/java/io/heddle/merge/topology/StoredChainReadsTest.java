package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.catchup.RowStream;
import io.heddle.merge.catchup.Sighting;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.Cities.City;
import io.heddle.schema.DataSchema;
import io.heddle.source.MergeStrategy;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
      StoredChainReads reads = new StoredChainReads(merge.bucket, one, one, folder, allocator);
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
