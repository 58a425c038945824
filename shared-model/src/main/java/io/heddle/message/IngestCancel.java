package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;

/**
 * Asks ingress-service to give up a task. On {@link Topics#ingestRequests()}, keyed by the
 * dataset's DID, behind the request. A task that has ended already stays as it ended.
 *
 * @param reason told in the task's outcome
 */
public record IngestCancel(DatasetId dataset, String taskId, String reason)
    implements IngestCommand {
  public IngestCancel {
    requireNonNull(dataset, "dataset");
    requireNonNull(taskId, "taskId");
    requireNonNull(reason, "reason");
  }
}
