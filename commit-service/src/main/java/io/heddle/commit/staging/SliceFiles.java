package io.heddle.commit.staging;

import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceWriter;
import io.heddle.slice.WrittenSlice;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;

/** Turns the staged batches of a slice into its data file. */
public final class SliceFiles {
  private final StagingFolder folder;
  private final BufferAllocator allocator;
  private final long memoryLimit;

  /**
   * @param memoryLimit off-heap bytes that one slice may take while it is written
   */
  public SliceFiles(StagingFolder folder, BufferAllocator allocator, long memoryLimit) {
    this.folder = folder;
    this.allocator = allocator;
    this.memoryLimit = memoryLimit;
  }

  /**
   * Writes the data file. The batches stay, so that it can be tried again. After an exception there
   * is no file.
   *
   * @throws io.heddle.schema.DamagedDataException when a batch is no Arrow IPC stream
   * @throws io.heddle.problem.IngestException when the rows are not those of the schema
   * @throws StagingException when the rows cannot be read back
   * @throws UncheckedIOException when the disk does not take the data file
   */
  public SliceFile write(StagedBatches batches, DataSchema schema) {
    Path file = folder.newFile("parquet");
    boolean written = false;
    try (BufferAllocator own = allocator.newChildAllocator("slice", 0, memoryLimit);
        SliceWriter writer = new SliceWriter(file, schema)) {
      batches.forEach(own, writer::write);
      WrittenSlice slice = writer.finish();
      folder.added(slice.size());
      written = true;
      return new SliceFile(file, slice, folder);
    } finally {
      if (!written) {
        folder.remove(file, 0);
      }
    }
  }
}
