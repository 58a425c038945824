package io.heddle.commit.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.process.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingFolderTest {
  @TempDir Path data;

  @Test
  void leftoversOfAKilledProcessGo() throws IOException {
    Path leftover = leftover();

    try (DataFolder mine = DataFolder.lock(data)) {
      assertThat(new StagingFolder(mine).usedBytes()).isZero();
      assertThat(leftover).doesNotExist();
    }
  }

  @Test
  void secondInstanceOnOneFolderIsRefusedBeforeItTouchesAnything() throws IOException {
    try (DataFolder first = DataFolder.lock(data)) {
      assertThat(first.path()).isEqualTo(data);
      Path slice = leftover();

      assertThatThrownBy(() -> new StagingFolder(DataFolder.lock(data)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("heddle.data-dir");
      assertThat(slice).exists();
    }
  }

  private Path leftover() throws IOException {
    Path staging = Files.createDirectories(data.resolve("staging"));
    return Files.writeString(staging.resolve("000001.batches"), "rows");
  }
}
