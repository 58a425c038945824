package io.heddle.verify;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.DataSlice;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the checks of files on a bounded pool. Whoever hands one in waits while too many are queued,
 * so a long chain does not pile up. Closing waits for all of them.
 */
final class SliceChecks implements AutoCloseable {
  private final DatasetStorage storage;
  private final VerifyOptions options;
  private final Findings findings;
  private final VerifyProgress progress;
  private final ExecutorService threads;
  private final Semaphore places;
  private final BufferAllocator allocator = new RootAllocator();
  private final AtomicLong slices = new AtomicLong();
  private final AtomicLong records = new AtomicLong();

  SliceChecks(
      DatasetStorage storage, VerifyOptions options, Findings findings, VerifyProgress progress) {
    this.storage = storage;
    this.options = options;
    this.findings = findings;
    this.progress = progress;
    this.threads = Executors.newFixedThreadPool(options.parallelSlices());
    this.places = new Semaphore(2 * options.parallelSlices());
  }

  /**
   * Checks a data file.
   *
   * @param at the summary at its block; null when the chain before it is broken
   */
  void check(StoredBlock block, DataSlice slice, @Nullable ChainSummary at) {
    if (!options.wants(Check.PhysicalHash) && !options.wantsRows()) {
      return;
    }
    submit(
        block,
        () -> {
          try (FileCheck file =
              new FileCheck(storage, options, findings, block, StorageArea.DATA)) {
            file.fetch(slice.physicalHash(), slice.size(), options.wantsRows());
            file.content()
                .ifPresent(
                    content ->
                        records.addAndGet(
                            new RowCheck(block, slice, at, file.holdsTheBytes(), options, findings)
                                .run(content, allocator)));
          }
          progress.slicesChecked(slices.incrementAndGet(), records.get());
        });
  }

  /** Checks a checkpoint. */
  void check(StoredBlock block, Checkpoint checkpoint) {
    if (!options.wants(Check.PhysicalHash)) {
      return;
    }
    submit(
        block,
        () -> {
          try (FileCheck file =
              new FileCheck(storage, options, findings, block, StorageArea.CHECKPOINTS)) {
            file.fetch(checkpoint.physicalHash(), checkpoint.size(), false);
          }
        });
  }

  long slices() {
    return slices.get();
  }

  long records() {
    return records.get();
  }

  private void submit(StoredBlock block, Runnable check) {
    places.acquireUninterruptibly();
    threads.execute(
        () -> {
          try {
            if (!findings.stop()) {
              check.run();
            }
          } catch (RuntimeException | StackOverflowError e) {
            // Whatever this is, the file was not found to be in order.
            findings.unchecked(block, null, "the check of a file failed: " + e);
          } finally {
            places.release();
          }
        });
  }

  @Override
  public void close() {
    threads.close();
    allocator.close();
  }
}
