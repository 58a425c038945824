package io.heddle.ingress.offer;

import io.heddle.chain.SourceState;
import io.heddle.chain.Vocabulary;
import io.heddle.ingress.spool.Spool;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.multiformats.DatasetId;
import io.heddle.schema.DataSchema;
import io.heddle.source.MergeStrategy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one ingestion offers; see {@link IngestBegin} for the fields.
 *
 * @param ingestionId the same for all attempts; the aggregate knows by it what it has committed
 * @param rows null: there is no table at all, only the state moves
 */
public record Ingestion(
    DatasetId dataset,
    String ingestionId,
    @Nullable String datasetResourceId,
    String sourceName,
    @Nullable SourceState expectedState,
    SourceState newState,
    MergeStrategy merge,
    Vocabulary vocabulary,
    boolean schemaDeclared,
    @Nullable Instant sourceEventTime,
    @Nullable Long targetRecordsPerSlice,
    @Nullable Spool rows) {

  IngestBegin begin(String requestId) {
    return new IngestBegin(
        dataset,
        requestId,
        ingestionId,
        datasetResourceId,
        sourceName,
        expectedState,
        merge,
        vocabulary,
        schema(),
        schemaDeclared,
        sourceEventTime,
        null,
        targetRecordsPerSlice);
  }

  private @Nullable DataSchema schema() {
    return rows == null ? null : rows.schema();
  }
}
