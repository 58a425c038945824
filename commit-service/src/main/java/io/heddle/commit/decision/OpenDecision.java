package io.heddle.commit.decision;

import io.heddle.commit.PlannedCommit;
import io.heddle.commit.PlannedCommit.DataFile;
import io.heddle.commit.staging.SliceFile;
import io.heddle.commit.staging.StagedBatches;
import io.heddle.commit.staging.StagingException;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.message.CommitRequest.SliceBatch;
import io.heddle.message.CommitRequest.SliceBegin;
import io.heddle.message.CommitRequest.SliceEnd;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A decision with rows, from its first message to its last. Methods that take a message say what is
 * wrong with it, if anything is; the decision is broken then and only good for {@link #discard()}.
 */
final class OpenDecision {
  private final SliceBegin begin;
  private final PartitionProgress.Span span;
  private final StagingFolder folder;
  private final BiFunction<StagedBatches, DataSchema, CompletableFuture<SliceFile>> writer;
  private final List<EndedSlice> ended = new ArrayList<>();
  private @Nullable StagedBatches open;

  /** The file is null for a slice without rows. */
  private record EndedSlice(
      SliceEnd end, StagedBatches batches, @Nullable CompletableFuture<SliceFile> file) {
    long bytes() {
      if (file == null || file.state() != Future.State.SUCCESS) {
        return batches.bytes();
      }
      return batches.bytes() + file.resultNow().slice().size();
    }
  }

  /**
   * @param writer writes the data file of staged batches, soon
   */
  OpenDecision(
      SliceBegin begin,
      PartitionProgress.Span span,
      StagingFolder folder,
      BiFunction<StagedBatches, DataSchema, CompletableFuture<SliceFile>> writer) {
    this.begin = begin;
    this.span = span;
    this.folder = folder;
    this.writer = writer;
  }

  DatasetId dataset() {
    return begin.dataset();
  }

  String decisionId() {
    return begin.decisionId();
  }

  SliceBegin begin() {
    return begin;
  }

  PartitionProgress.Span span() {
    return span;
  }

  @Nullable IngestSummary summary() {
    return ended.getLast().end().summary();
  }

  long rows() {
    return ended.stream().mapToLong(slice -> slice.end().rows()).sum();
  }

  /** What its rows and data files take on the disk. */
  long stagedBytes() {
    long files = ended.stream().mapToLong(EndedSlice::bytes).sum();
    return open == null ? files : files + open.bytes();
  }

  /** Opens the next slice. */
  Optional<Flaw> accept(SliceBegin next) {
    if (open != null) {
      return flaw("slice %d begins before the one before has ended".formatted(next.slice()));
    }
    if (next.slice() != ended.size()) {
      return flaw("slice %d begins where %d belongs".formatted(next.slice(), ended.size()));
    }
    boolean sameDecision =
        next.base().equals(begin.base())
            && next.systemTime().equals(begin.systemTime())
            && next.schema().equals(begin.schema())
            && (next.slice() == 0 || next.newSchema() == null);
    if (!sameDecision) {
      return flaw("slice %d does not fit the ones before".formatted(next.slice()));
    }
    open = folder.newSlice();
    return Optional.empty();
  }

  Optional<Flaw> accept(SliceBatch batch) {
    StagedBatches batches = open;
    if (batches == null || batch.slice() != ended.size()) {
      return flaw("a batch of slice %d, which is not open".formatted(batch.slice()));
    }
    if (batch.batchNumber() != batches.batches()) {
      return flaw(
          "batch %d of slice %d comes where %d belongs"
              .formatted(batch.batchNumber(), batch.slice(), batches.batches()));
    }
    try {
      batches.add(batch.arrow());
      return Optional.empty();
    } catch (StagingException e) {
      return Optional.of(Flaw.of(e));
    }
  }

  Optional<Flaw> accept(SliceEnd end) {
    StagedBatches batches = open;
    if (batches == null || end.slice() != ended.size()) {
      return flaw("the end of slice %d, which is not open".formatted(end.slice()));
    }
    if (end.batches() != batches.batches()) {
      return flaw(
          "slice %d ends after %d batches instead of %d"
              .formatted(end.slice(), batches.batches(), end.batches()));
    }
    OffsetInterval offsets = end.offsets();
    long announced = offsets == null ? 0 : offsets.length();
    if (announced != end.rows()) {
      return flaw(
          "slice %d has %d rows for %d offsets".formatted(end.slice(), end.rows(), announced));
    }
    try {
      batches.complete();
    } catch (StagingException e) {
      return Optional.of(Flaw.of(e));
    }
    boolean hasRows = end.rows() > 0;
    ended.add(new EndedSlice(end, batches, hasRows ? writer.apply(batches, begin.schema()) : null));
    open = null;
    return Optional.empty();
  }

  private static Optional<Flaw> flaw(String reason) {
    return Optional.of(new Flaw(reason));
  }

  /**
   * Waits for the data files, and says what is to be committed.
   *
   * @throws ExecutionException when one of them could not be written
   * @throws InterruptedException when the decision is no longer ours
   */
  PlannedCommit plan() throws BrokenDecisionException, ExecutionException, InterruptedException {
    List<MetadataEvent> events = new ArrayList<>();
    List<DataFile> files = new ArrayList<>();
    if (begin.newSchema() != null) {
      events.add(new MetadataEvent.SetDataSchema(begin.newSchema()));
    }
    for (EndedSlice slice : ended) {
      SliceFile file = slice.file() == null ? null : slice.file().get();
      if (file != null) {
        if (file.slice().rows() != slice.end().rows()) {
          throw new BrokenDecisionException(
              "slice %d has %d rows instead of %d"
                  .formatted(slice.end().slice(), file.slice().rows(), slice.end().rows()));
        }
        files.add(new DataFile(file.slice().physicalHash(), file.path()));
      }
      AddData event = addData(slice.end(), file);
      if (!isEmpty(event)) {
        events.add(event);
      }
    }
    if (events.isEmpty()) {
      throw new BrokenDecisionException("the decision changes nothing");
    }
    return PlannedCommit.of(begin.base(), begin.systemTime(), events, files);
  }

  private static AddData addData(SliceEnd end, @Nullable SliceFile file) {
    return new AddData(
        end.prevCheckpoint(),
        end.prevOffset(),
        file == null ? null : file.slice().at(Objects.requireNonNull(end.offsets())),
        end.newCheckpoint(),
        end.newWatermark(),
        end.newSourceState(),
        end.extra());
  }

  /** A first table without rows commits its schema alone. */
  private static boolean isEmpty(AddData event) {
    return event.newData() == null
        && event.newCheckpoint() == null
        && event.newWatermark() == null
        && event.newSourceState() == null;
  }

  /** Removes everything from the disk, and stops what is being written. */
  void discard() {
    if (open != null) {
      open.close();
    }
    for (EndedSlice slice : ended) {
      slice.batches().close();
      CompletableFuture<SliceFile> file = slice.file();
      if (file != null && !file.cancel(false) && !file.isCompletedExceptionally()) {
        file.join().close();
      }
    }
  }
}
