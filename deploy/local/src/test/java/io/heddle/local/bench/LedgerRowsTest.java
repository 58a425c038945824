package io.heddle.local.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerRowsTest {
  @TempDir Path folder;

  @Test
  void writesTheSameRowsWhateverTheRange() throws IOException {
    // When
    List<String> all = rows(0, 100);
    List<String> end = rows(90, 100);

    // Then
    assertThat(all).hasSize(101).doesNotHaveDuplicates().startsWith(LedgerRows.HEADER);
    assertThat(end.subList(1, 11)).isEqualTo(all.subList(91, 101));
  }

  @Test
  void writesAsManyValuesAsTheHeaderHasNames() throws IOException {
    assertThat(rows(0, 50)).allMatch(line -> line.split(",", -1).length == 8);
  }

  private List<String> rows(long start, long end) throws IOException {
    Path file = folder.resolve(start + ".csv");
    long size = LedgerRows.write(file, start, end);
    assertThat(size).isEqualTo(Files.size(file));
    return Files.readAllLines(file);
  }
}
