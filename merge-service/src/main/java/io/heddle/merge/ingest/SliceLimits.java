package io.heddle.merge.ingest;

import io.heddle.kafka.TopicLayout;

/**
 * Where slices and batches are cut.
 *
 * @param sliceRows rows of a slice, where the ingestion does not say it
 * @param sliceBytes bytes of the values of a slice
 * @param batchBytes about how large a batch message gets
 * @param messageBytes what a message must not exceed; a single row above it is refused
 */
public record SliceLimits(long sliceRows, long sliceBytes, int batchBytes, int messageBytes) {
  public static final SliceLimits DEFAULT =
      new SliceLimits(
          5_000_000,
          512L * 1024 * 1024,
          TopicLayout.BATCH_BYTES,
          TopicLayout.MAX_MESSAGE_BYTES - 64 * 1024);
}
