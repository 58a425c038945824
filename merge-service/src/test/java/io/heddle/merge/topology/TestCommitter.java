package io.heddle.merge.topology;

import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.BlockRef;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
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
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.ArrowIpc;
import io.heddle.slice.SliceWriter;
import io.heddle.slice.WrittenSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Does to decisions what commit-service would do, those of each dataset apart. A decision can be
 * kept back when it is whole, to be answered later, or to be rejected.
 */
final class TestCommitter {
  /** All answers, in the order of the commits. */
  final List<CommitResult> answers = new ArrayList<>();

  private final ObjectStore bucket;
  private final BufferAllocator allocator;
  private final Map<DatasetId, Decision> open = new HashMap<>();
  private final Map<String, Decision> held = new HashMap<>();
  private final Set<DatasetId> holding = new HashSet<>();

  TestCommitter(ObjectStore bucket, BufferAllocator allocator) {
    this.bucket = bucket;
    this.allocator = allocator;
  }

  /** What has come of a decision so far. */
  private static final class Decision {
    final DatasetId dataset;
    final String id;
    final String requestId;
    final @Nullable BlockPointer base;
    final Instant systemTime;
    final List<MetadataEvent> events = new ArrayList<>();
    @Nullable IngestSummary summary;
    @Nullable SliceWriter writer;
    @Nullable Path file;

    Decision(CommitRequest.SliceBegin begin) {
      dataset = begin.dataset();
      id = begin.decisionId();
      requestId = begin.requestId();
      base = begin.base();
      systemTime = begin.systemTime();
      if (begin.newSchema() != null) {
        events.add(new MetadataEvent.SetDataSchema(begin.newSchema()));
      }
    }

    Decision(CommitRequest.AppendEvents append) {
      dataset = append.dataset();
      id = append.decisionId();
      requestId = append.requestId();
      base = append.base();
      systemTime = append.systemTime();
      summary = append.summary();
      events.addAll(append.events());
    }

    void discard() throws IOException {
      if (writer != null) {
        writer.close();
        writer = null;
        Files.deleteIfExists(Objects.requireNonNull(file));
      }
    }
  }

  /** The next decision of a dataset that is whole is kept back. */
  void holdNext(DatasetId dataset) {
    holding.add(dataset);
  }

  boolean holds(String decisionId) {
    return held.containsKey(decisionId);
  }

  /** Commits a decision that was kept back, if it still fits. */
  CommitResult release(String decisionId) {
    return commit(Objects.requireNonNull(held.remove(decisionId)));
  }

  /** Rejects a decision that was kept back. */
  CommitResult reject(String decisionId) {
    Decision decision = Objects.requireNonNull(held.remove(decisionId));
    return rejected(decision, head(decision.dataset).orElse(null), "it does not please");
  }

  /** Takes a message of a decision; the result when there is one already. */
  Optional<CommitResult> take(CommitRequest request) {
    try {
      return switch (request) {
        case CommitRequest.SliceBegin begin -> begin(begin);
        case CommitRequest.SliceBatch batch -> {
          Decision decision = open(batch.dataset(), batch.decisionId());
          try (ArrowIpc.Batches rows = ArrowIpc.decode(batch.arrow(), allocator)) {
            while (rows.next()) {
              Objects.requireNonNull(decision.writer).write(rows.root());
            }
          }
          yield Optional.empty();
        }
        case CommitRequest.SliceEnd end -> end(end);
        case CommitRequest.SliceAbort abort -> {
          Decision decision = open.get(abort.dataset());
          if (decision != null && decision.id.equals(abort.decisionId())) {
            open.remove(abort.dataset());
            decision.discard();
          }
          yield Optional.empty();
        }
        case CommitRequest.AppendEvents append -> whole(new Decision(append));
        case CommitRequest.DecisionInquiry inquiry -> inquire(inquiry);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<CommitResult> begin(CommitRequest.SliceBegin begin) throws IOException {
    Decision decision = open.get(begin.dataset());
    Optional<CommitResult> answer = Optional.empty();
    if (decision == null || !decision.id.equals(begin.decisionId())) {
      if (decision != null) {
        decision.discard();
        answer = Optional.of(rejected(decision, null, "another decision has begun"));
      }
      decision = new Decision(begin);
      open.put(begin.dataset(), decision);
    }
    decision.file = Files.createTempFile("slice", ".parquet");
    decision.writer = new SliceWriter(decision.file, begin.schema());
    return answer;
  }

  private Decision open(DatasetId dataset, String decisionId) {
    Decision decision = open.get(dataset);
    if (decision == null || !decision.id.equals(decisionId)) {
      throw new AssertionError("a part of a decision that is not open: " + decisionId);
    }
    return decision;
  }

  private Optional<CommitResult> end(CommitRequest.SliceEnd end) throws IOException {
    Decision decision = open(end.dataset(), end.decisionId());
    SliceWriter written = Objects.requireNonNull(decision.writer);
    WrittenSlice slice = written.finish();
    written.close();
    DatasetStorage.of(bucket, end.dataset())
        .put(StorageArea.DATA, slice.physicalHash(), Objects.requireNonNull(decision.file));
    DataSlice data = slice.at(Objects.requireNonNull(end.offsets()));
    decision.discard();
    decision.events.add(
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
    decision.summary = end.summary();
    open.remove(end.dataset());
    return whole(decision);
  }

  private Optional<CommitResult> whole(Decision decision) {
    if (holding.remove(decision.dataset)) {
      held.put(decision.id, decision);
      return Optional.empty();
    }
    return Optional.of(commit(decision));
  }

  /** What is at hand is gone on with; of all else nothing will come any more. */
  private Optional<CommitResult> inquire(CommitRequest.DecisionInquiry inquiry) {
    Decision decision = open.get(inquiry.dataset());
    if (holds(inquiry.decisionId())
        || decision != null && decision.id.equals(inquiry.decisionId())) {
      return Optional.empty();
    }
    return Optional.of(
        new CommitResult.Rejected(
            inquiry.dataset(),
            inquiry.decisionId(),
            inquiry.requestId(),
            head(inquiry.dataset()).orElse(null),
            "the decision is not at hand"));
  }

  private Optional<Multihash> head(DatasetId dataset) {
    return new MetadataChain(DatasetStorage.of(bucket, dataset)).head().map(BlockRef::target);
  }

  private CommitResult rejected(Decision decision, @Nullable Multihash found, String reason) {
    CommitResult result =
        new CommitResult.Rejected(decision.dataset, decision.id, decision.requestId, found, reason);
    answers.add(result);
    return result;
  }

  private CommitResult commit(Decision decision) {
    MetadataChain chain = new MetadataChain(DatasetStorage.of(bucket, decision.dataset));
    BlockRef head = chain.head().orElse(null);
    Multihash found = head == null ? null : head.target();
    BlockPointer base = decision.base;
    if (!Objects.equals(found, base == null ? null : base.hash())) {
      return rejected(decision, found, "the head has moved");
    }
    List<CommittedBlock> blocks = new ArrayList<>();
    Multihash previous = found;
    long sequenceNumber = base == null ? 0 : base.sequenceNumber() + 1;
    for (MetadataEvent event : decision.events) {
      MetadataBlock block =
          new MetadataBlock(decision.systemTime, previous, sequenceNumber++, event);
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
    CommitResult.Committed result =
        new CommitResult.Committed(
            decision.dataset, decision.id, decision.requestId, found, blocks, decision.summary);
    answers.add(result);
    return result;
  }
}
