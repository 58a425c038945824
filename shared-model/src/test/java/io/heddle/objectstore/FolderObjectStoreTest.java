package io.heddle.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderObjectStoreTest extends ObjectStoreContract {
  @TempDir Path folder;

  @Override
  protected ObjectStore store() {
    // Each call makes another instance: what guards the writes must not live in the object.
    return new FolderObjectStore(folder.resolve("root"));
  }

  @Test
  void leavesNoStagedFileBehind() throws IOException {
    stored(store().putIfAbsent("blocks/a", new byte[] {1}));
    store().putIfAbsent("blocks/a", new byte[] {2});

    try (Stream<Path> left = Files.list(folder.resolve("root/blocks"))) {
      assertThat(left).extracting(file -> file.getFileName().toString()).containsExactly("a");
    }
  }

  @Test
  void isEmptyWhereThereIsNoFolder() {
    assertThat(store().list("", null, 10)).isEmpty();
    store().delete("a/b");
    assertThat(folder.resolve("root")).doesNotExist();
  }
}
