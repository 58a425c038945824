package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.bench.LedgerRows;
import io.heddle.local.rest.HeddleRest;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three readers of one committed slice see the same rows. */
class SliceAgreementIT {
  private static final String NAME = "agreement";
  private static final int ROWS = 500;
  private static final List<String> TIMES = List.of("system_time", "event_time");

  private final HeddleRest rest = SharedStack.rest();

  @TempDir Path folder;

  @Test
  void duckDbAndParquetJavaReadWhatTailGives() throws Exception {
    // Given
    Path csv = SharedStack.file(NAME + ".csv");
    LedgerRows.write(csv, 0, ROWS);
    rest.apply(LedgerRows.manifests(NAME, csv));
    rest.awaitRun(NAME, rest.trigger(NAME), Duration.ofMinutes(1));

    try (var stored = new StoredRows(rest, NAME, folder)) {
      // When
      List<List<String>> tail = tailRows();
      List<List<String>> duckDb =
          stored.texts(
              "select * replace (epoch_ms(system_time) as system_time, epoch_ms(event_time) as"
                  + " event_time) from stored order by \"offset\"");
      List<List<String>> parquetJava = parquetRows();

      // Then
      assertThat(tail).hasSize(ROWS);
      assertThat(duckDb).isEqualTo(tail);
      assertThat(parquetJava).isEqualTo(tail);
    }
  }

  /** Times as milliseconds, all else as text. */
  private List<List<String>> tailRows() {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode row : rest.tail(NAME, ROWS + 1)) {
      rows.add(
          row.properties().stream()
              .map(
                  column ->
                      TIMES.contains(column.getKey())
                          ? String.valueOf(Instant.parse(column.getValue().asText()).toEpochMilli())
                          : column.getValue().asText())
              .toList());
    }
    return rows;
  }

  private List<List<String>> parquetRows() throws Exception {
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    List<List<String>> rows = new ArrayList<>();
    try (var allocator = new RootAllocator();
        var reader =
            SliceReader.openAsStored(SliceSource.of(Files.readAllBytes(file)), allocator)) {
      while (reader.next()) {
        VectorSchemaRoot batch = reader.root();
        for (int i = 0; i < batch.getRowCount(); i++) {
          List<String> row = new ArrayList<>();
          for (FieldVector vector : batch.getFieldVectors()) {
            row.add(String.valueOf(vector.getObject(i)));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
