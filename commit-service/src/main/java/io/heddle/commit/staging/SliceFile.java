package io.heddle.commit.staging;

import io.heddle.slice.WrittenSlice;
import java.nio.file.Path;

/** A data file on the local disk. Closing it removes it. */
public record SliceFile(Path path, WrittenSlice slice, StagingFolder folder)
    implements AutoCloseable {
  @Override
  public void close() {
    folder.remove(path, slice.size());
  }
}
