package io.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  @TempDir Path folder;

  @Test
  void isForOneAtATime() {
    Path mine = folder.resolve("data");
    try (DataFolder first = DataFolder.lock(mine)) {
      assertThat(first.path()).isDirectory();
      assertThatThrownBy(() -> DataFolder.lock(mine))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(mine.toString())
          .hasMessageContaining("heddle.data-dir");
    }
    DataFolder.lock(mine).close();
  }
}
