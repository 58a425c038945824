package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import org.jspecify.annotations.Nullable;

/**
 * Asks ingress-service to ingest one source into one dataset, once. On {@link
 * Topics#ingestRequests()}, keyed by the dataset's DID.
 *
 * <p>Names the generations it relies on; ingress waits until it has seen them.
 *
 * @param taskId names the task; a request delivered twice has the same one
 * @param sourceId resource id of the Source
 * @param datasetResourceId resource id of the Dataset; a dataset deleted and made anew has another
 * @param targetRecordsPerSlice about how many records a slice may hold; null: the default of the
 *     kind of source
 * @param ignoreCache fetch even if the source says that nothing changed
 * @param untilExhausted repeat while the source says that it has more
 */
public record IngestRequest(
    String taskId,
    @Nullable String flowRunId,
    DatasetId dataset,
    String datasetResourceId,
    long datasetGeneration,
    String sourceId,
    long sourceGeneration,
    @Nullable Long targetRecordsPerSlice,
    boolean ignoreCache,
    boolean untilExhausted)
    implements IngestCommand {
  public IngestRequest {
    requireNonNull(taskId, "taskId");
    requireNonNull(dataset, "dataset");
    requireNonNull(datasetResourceId, "datasetResourceId");
    requireNonNull(sourceId, "sourceId");
  }
}
