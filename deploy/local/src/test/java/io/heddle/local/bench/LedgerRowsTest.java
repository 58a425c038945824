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

  @Test
  void anotherEditionChangesEachSecondRow() throws IOException {
    // When
    Path file = folder.resolve("edition.csv");
    LedgerRows.write(file, 0, 10, 3);

    // Then
    List<String> edition = Files.readAllLines(file);
    List<String> original = rows(0, 10);
    for (int line = 1; line < edition.size(); line++) {
      if (line % 2 == 0) {
        assertThat(edition.get(line)).isEqualTo(original.get(line));
      } else {
        assertThat(edition.get(line).replace(" (3)", ""))
            .isEqualTo(original.get(line))
            .isNotEqualTo(edition.get(line));
      }
    }
  }

  private List<String> rows(long start, long end) throws IOException {
    Path file = folder.resolve(start + ".csv");
    long size = LedgerRows.write(file, start, end);
    assertThat(size).isEqualTo(Files.size(file));
    return Files.readAllLines(file);
  }
}
