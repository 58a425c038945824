package io.heddle.merge.topology;

import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.BlockRef;
import io.heddle.chain.DataSlice;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataBlock;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.MetadataEvent;
import io.heddle.chain.RefName;
import io.heddle.chain.StorageArea;
import io.heddle.encoding.BlockCodec;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStore;
import io.heddle.schema.ArrowIpc;
import io.heddle.slice.SliceWriter;
import io.heddle.slice.WrittenSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Does to one decision after another what commit-service would do. */
final class TestCommitter {
  private final ObjectStore bucket;
  private final BufferAllocator allocator;
  private final List<MetadataEvent> events = new ArrayList<>();
  private CommitRequest.@Nullable SliceBegin begin;
  private @Nullable SliceWriter writer;
  private @Nullable Path file;

  TestCommitter(ObjectStore bucket, BufferAllocator allocator) {
    this.bucket = bucket;
    this.allocator = allocator;
  }

  /** Takes a message of a decision; the result when it was the last one. */
  Optional<CommitResult> take(CommitRequest request) {
    try {
      return switch (request) {
        case CommitRequest.SliceBegin opened -> {
          begin = opened;
          if (opened.newSchema() != null) {
            events.add(new MetadataEvent.SetDataSchema(opened.newSchema()));
          }
          file = Files.createTempFile("slice", ".parquet");
          writer = new SliceWriter(file, opened.schema());
          yield Optional.empty();
        }
        case CommitRequest.SliceBatch batch -> {
          try (ArrowIpc.Batches rows = ArrowIpc.decode(batch.arrow(), allocator)) {
            while (rows.next()) {
              Objects.requireNonNull(writer).write(rows.root());
            }
          }
          yield Optional.empty();
        }
        case CommitRequest.SliceEnd end -> end(end);
        case CommitRequest.SliceAbort abort -> {
          close();
          events.clear();
          yield Optional.empty();
        }
        case CommitRequest.AppendEvents append -> {
          events.addAll(append.events());
          yield Optional.of(
              commit(
                  append.dataset(),
                  append.decisionId(),
                  append.requestId(),
                  append.base(),
                  append.systemTime(),
                  append.summary()));
        }
        // A decision is answered as soon as it is whole: what is asked for is not there.
        case CommitRequest.DecisionInquiry inquiry ->
            Optional.of(
                new CommitResult.Rejected(
                    inquiry.dataset(),
                    inquiry.decisionId(),
                    inquiry.requestId(),
                    null,
                    "the decision is not at hand"));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<CommitResult> end(CommitRequest.SliceEnd end) throws IOException {
    SliceWriter written = Objects.requireNonNull(writer);
    WrittenSlice slice = written.finish();
    written.close();
    Path path = Objects.requireNonNull(file);
    DatasetStorage.of(bucket, end.dataset()).put(StorageArea.DATA, slice.physicalHash(), path);
    DataSlice data = slice.at(Objects.requireNonNull(end.offsets()));
    close();
    events.add(
        new MetadataEvent.AddData(
            end.prevCheckpoint(),
            end.prevOffset(),
            data,
            end.newCheckpoint(),
            end.newWatermark(),
            end.newSourceState(),
            end.extra()));
    if (!end.last()) {
      return Optional.empty();
    }
    CommitRequest.SliceBegin opened = Objects.requireNonNull(begin);
    return Optional.of(
        commit(
            end.dataset(),
            end.decisionId(),
            opened.requestId(),
            opened.base(),
            opened.systemTime(),
            end.summary()));
  }

  private void close() throws IOException {
    if (writer != null) {
      writer.close();
      writer = null;
      Files.deleteIfExists(Objects.requireNonNull(file));
    }
  }

  private CommitResult commit(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable BlockPointer base,
      Instant systemTime,
      @Nullable IngestSummary summary) {
    MetadataChain chain = new MetadataChain(DatasetStorage.of(bucket, dataset));
    BlockRef head = chain.head().orElse(null);
    Multihash found = head == null ? null : head.target();
    if (!Objects.equals(found, base == null ? null : base.hash())) {
      events.clear();
      return new CommitResult.Rejected(dataset, decisionId, requestId, found, "the head has moved");
    }
    List<CommittedBlock> blocks = new ArrayList<>();
    Multihash previous = found;
    long sequenceNumber = base == null ? 0 : base.sequenceNumber() + 1;
    for (MetadataEvent event : events) {
      MetadataBlock block = new MetadataBlock(systemTime, previous, sequenceNumber++, event);
      AppendOutcome outcome = chain.append(block, AppendOptions.UNREFERENCED);
      if (!(outcome instanceof AppendOutcome.Appended)) {
        throw new AssertionError("decided what the chain refuses: " + outcome);
      }
      previous = BlockCodec.hash(BlockCodec.encode(block));
      blocks.add(new CommittedBlock(previous, block));
    }
    chain
        .storage()
        .references()
        .move(RefName.HEAD, head, Objects.requireNonNull(previous, "an empty decision"));
    events.clear();
    return new CommitResult.Committed(dataset, decisionId, requestId, found, blocks, summary);
  }
}
