package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody would like to change in a dataset. On {@link Topics#changes()}, keyed by the
 * dataset's DID; answered by a {@link Reply} or a {@link CommitResult} that carries the {@link
 * #requestId()}.
 */
public sealed interface Proposal {
  DatasetId dataset();

  /** The ingestion or metadata change this belongs to; unique for each attempt. */
  String requestId();

  /**
   * Opens an ingestion: begin, batches, end.
   *
   * @param taskId the task it is an attempt of
   * @param attempt which attempt of which round of the task; null: written before attempts were
   *     told, and taken as the first of the first, without a block to hold it against
   * @param datasetResourceId the Dataset resource the task meant; null when none is known
   * @param sourceName whose state {@code expectedState} is
   * @param expectedState the source state the attempt started from; null: the source has none in
   *     this dataset. Another one in the dataset makes the ingestion stale
   * @param vocabulary names of the system columns that the rows go by
   * @param schema of the rows that follow, the event time column included if they have one, without
   *     offset and system time; null: there is no table at all, only the state moves
   * @param schemaDeclared whether the columns were named by a read schema or a query, so that new
   *     optional ones are an evolution, or inferred, so that they are refused
   * @param sourceEventTime event time of rows without one; null: the system time of the ingestion
   * @param explicitWatermark replaces the computed watermark
   * @param watermarkWithoutRows the event time that the source's definition names for what was
   *     fetched: the watermark moves up to it although no rows are added; null: none is named
   * @param targetRecordsPerSlice cuts the rows into slices of about this size; null: one slice up
   *     to the size bound
   */
  record IngestBegin(
      DatasetId dataset,
      String requestId,
      String taskId,
      @Nullable Attempt attempt,
      @Nullable String datasetResourceId,
      String sourceName,
      @Nullable SourceState expectedState,
      MergeStrategy merge,
      Vocabulary vocabulary,
      @Nullable DataSchema schema,
      boolean schemaDeclared,
      @Nullable Instant sourceEventTime,
      @Nullable Instant explicitWatermark,
      @Nullable Instant watermarkWithoutRows,
      @Nullable Long targetRecordsPerSlice)
      implements Proposal {
    public IngestBegin {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(taskId, "taskId");
      requireNonNull(sourceName, "sourceName");
      requireNonNull(merge, "merge");
      requireNonNull(vocabulary, "vocabulary");
    }
  }

  /**
   * Which attempt an ingestion is, so that attempts know of each other.
   *
   * @param epoch of the process that runs the task: whoever took the task over later has a greater
   *     one. A begin with a smaller epoch than the open ingestion of its task is superseded
   * @param round the number of the ingestion within its task, from 0; a round that was committed is
   *     answered {@link Reply.AlreadyCommitted}
   * @param stateBlock the block in which {@code expectedState} was found; null: the source has no
   *     state in this dataset. Another block makes the ingestion stale, also when contents went
   *     back to what they were
   */
  record Attempt(long epoch, int round, @Nullable Multihash stateBlock) {
    public Attempt {
      if (round < 0) {
        throw new IllegalArgumentException("rounds are counted from 0, not from " + round);
      }
    }
  }

  /**
   * Rows of an open ingestion, in input order.
   *
   * @param batchNumber from 0, without gaps
   * @param arrow an Arrow IPC stream with one or more record batches; about 1 MiB at most
   */
  record IngestBatch(DatasetId dataset, String requestId, int batchNumber, byte[] arrow)
      implements Proposal {
    public IngestBatch {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(arrow, "arrow");
    }
  }

  /**
   * Closes an ingestion.
   *
   * @param batches how many batches were sent
   * @param rows how many rows they held
   * @param newState the source state after this ingestion
   * @param hasMore whether the source had more when this was taken from it, told again in {@link
   *     TaskCommits}; null: written before this was told, and taken as no
   */
  record IngestEnd(
      DatasetId dataset,
      String requestId,
      int batches,
      long rows,
      SourceState newState,
      @Nullable Boolean hasMore)
      implements Proposal {
    public IngestEnd {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(newState, "newState");
    }
  }

  /** Gives up an open ingestion. */
  record IngestAbort(DatasetId dataset, String requestId, String reason) implements Proposal {
    public IngestAbort {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(reason, "reason");
    }
  }

  /**
   * Appends events without data in one head update. A first event Seed creates the dataset.
   *
   * @param datasetResourceId the Dataset resource it belongs to; null when none is known
   */
  record Metadata(
      DatasetId dataset,
      String requestId,
      @Nullable String datasetResourceId,
      List<MetadataEvent> events)
      implements Proposal {
    public Metadata {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");

      events = List.copyOf(events);
    }
  }

  /**
   * Forgets the merge state and reads the chain again from its first block; for operators. Works in
   * every phase: what is under way is taken back.
   */
  record Rebuild(DatasetId dataset, String requestId) implements Proposal {
    public Rebuild {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }

  /**
   * Ends whatever is under way and looks at the chain; for operators. The merge state is kept where
   * it fits the chain. Works in every phase.
   */
  record Unlock(DatasetId dataset, String requestId) implements Proposal {
    public Unlock {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }
}
