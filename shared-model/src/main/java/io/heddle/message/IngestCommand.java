package io.heddle.message;

import io.heddle.multiformats.DatasetId;

/**
 * What ingress-service is asked. On {@link Topics#ingestRequests()}, keyed by the dataset's DID.
 */
public sealed interface IngestCommand permits IngestRequest, IngestCancel {
  DatasetId dataset();

  String taskId();
}
