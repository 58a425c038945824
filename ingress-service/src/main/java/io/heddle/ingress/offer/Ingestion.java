package io.heddle.ingress.offer;

import io.heddle.ingress.spool.Spool;
import io.heddle.message.Proposal.Attempt;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one ingestion offers; see {@link IngestBegin} for the fields.
 *
 * @param taskId the task it is a round of; the aggregate knows by it what it has committed
 * @param hasMore whether the source had more when this was taken from it
 * @param rows null: there is no table at all, only the state moves
 */
public record Ingestion(
    DatasetId dataset,
    String taskId,
    Attempt attempt,
    @Nullable String datasetResourceId,
    String sourceName,
    @Nullable SourceState expectedState,
    SourceState newState,
    MergeStrategy merge,
    Vocabulary vocabulary,
    boolean schemaDeclared,
    @Nullable Instant sourceEventTime,
    @Nullable Instant watermarkWithoutRows,
    @Nullable Long targetRecordsPerSlice,
    @Nullable Spool rows,
    boolean hasMore) {

  IngestBegin begin(String requestId) {
    return new IngestBegin(
        dataset,
        requestId,
        taskId,
        attempt,
        datasetResourceId,
        sourceName,
        expectedState,
        merge,
        vocabulary,
        schema(),
        schemaDeclared,
        sourceEventTime,
        null,
        watermarkWithoutRows,
        targetRecordsPerSlice);
  }

  private @Nullable DataSchema schema() {
    return rows == null ? null : rows.schema();
  }
}
