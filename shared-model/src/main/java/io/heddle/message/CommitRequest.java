package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.schema.DataSchema;
import io.heddle.schema.ExtraAttributes;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the aggregate decided and commit-service has to make durable. On {@link
 * Topics#commitRequests()}, keyed by the dataset's DID.
 *
 * <p>A decision is either one {@link AppendEvents}, or one or more slices (begin, batches, end
 * each) of which the last one is marked. All its blocks become visible by one head update. The
 * blocks are a pure function of the decision's messages.
 */
public sealed interface CommitRequest {
  DatasetId dataset();

  /** The same for all messages of one decision. */
  String decisionId();

  /**
   * Opens a slice.
   *
   * @param requestId the ingestion it came from, echoed in the result
   * @param slice number within the decision, from 0
   * @param base the block that the first block of the decision builds on; the same in all slices
   * @param systemTime of all blocks of the decision and of the rows' system time column
   * @param newSchema committed before the first slice's AddData; null in later slices and when the
   *     schema stays
   * @param schema the dataset schema in force, system columns included; the batches follow it
   */
  record SliceBegin(
      DatasetId dataset,
      String decisionId,
      String requestId,
      int slice,
      BlockPointer base,
      Instant systemTime,
      @Nullable DataSchema newSchema,
      DataSchema schema)
      implements CommitRequest {
    public SliceBegin {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");
      requireNonNull(base, "base");
      requireNonNull(systemTime, "systemTime");
      requireNonNull(schema, "schema");
    }
  }

  /**
   * Rows of the open slice in the order of their offsets, with all columns of the schema.
   *
   * @param batchNumber within the slice, from 0, without gaps
   * @param arrow an Arrow IPC stream; about 1 MiB at most
   */
  record SliceBatch(DatasetId dataset, String decisionId, int slice, int batchNumber, byte[] arrow)
      implements CommitRequest {
    public SliceBatch {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(arrow, "arrow");
    }
  }

  /**
   * Closes a slice; its AddData holds what stands here, and the data file's hashes and size.
   *
   * @param batches how many batches the slice had
   * @param rows how many rows
   * @param offsets null without rows
   * @param last whether the decision ends here and is to be committed
   * @param summary in the last slice: echoed in the result
   */
  record SliceEnd(
      DatasetId dataset,
      String decisionId,
      int slice,
      int batches,
      long rows,
      @Nullable Long prevOffset,
      @Nullable OffsetInterval offsets,
      @Nullable Multihash prevCheckpoint,
      @Nullable Checkpoint newCheckpoint,
      @Nullable Instant newWatermark,
      @Nullable SourceState newSourceState,
      @Nullable ExtraAttributes extra,
      boolean last,
      @Nullable IngestSummary summary)
      implements CommitRequest {
    public SliceEnd {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
    }
  }

  /** Drops a decision that was not ended. */
  record SliceAbort(DatasetId dataset, String decisionId, String reason) implements CommitRequest {
    public SliceAbort {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(reason, "reason");
    }
  }

  /**
   * A decision without rows: the events as they are, one block each.
   *
   * @param requestId the proposal it came from, echoed in the result
   * @param base the block that the first event's block builds on; null: the first event is the Seed
   */
  record AppendEvents(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable BlockPointer base,
      Instant systemTime,
      List<MetadataEvent> events,
      @Nullable IngestSummary summary)
      implements CommitRequest {
    public AppendEvents {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");
      requireNonNull(systemTime, "systemTime");

      events = List.copyOf(events);
    }
  }

  /**
   * Asks what became of a decision that was not answered in time. Whoever has it at hand goes on
   * with it; whoever has not rejects it: nothing will come of it any more. What came of it before
   * stands in the chain, and its result before the rejection in {@link Topics#commits()}.
   */
  record DecisionInquiry(DatasetId dataset, String decisionId, String requestId)
      implements CommitRequest {
    public DecisionInquiry {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");
    }
  }
}
