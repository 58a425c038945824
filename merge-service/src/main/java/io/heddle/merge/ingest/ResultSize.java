package io.heddle.merge.ingest;

import io.heddle.kafka.TopicLayout;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How large the announcement of a decision's blocks gets at most, held against what a message may
 * take: what could not be announced must not be decided.
 */
public final class ResultSize {
  /** Left for headers, the summary and what else is not counted. */
  private static final int MARGIN = 256 * 1024;

  /** A block without its event, or an AddData without its state: hashes, numbers and times. */
  private static final int BLOCK_BYTES = 2 * 1024;

  /** JSON writes a control character with six. */
  private static final int WORST_ESCAPE = 6;

  /** What an announcement may take. */
  public static final int MAX_BYTES = TopicLayout.MAX_MESSAGE_BYTES - MARGIN;

  private ResultSize() {}

  /** Bytes of a block that says what takes {@code eventBytes}. */
  public static long ofBlock(long eventBytes) {
    return BLOCK_BYTES + eventBytes;
  }

  static long ofState(@Nullable SourceState state) {
    return state == null
        ? 0
        : (long) WORST_ESCAPE * state.value().getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * @throws IngestException (LimitExceeded) when the announcement of so many slices is too large
   */
  static void requireRoom(long bytes, int slices) {
    if (bytes > MAX_BYTES) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "%d slices in one head update are more than can be announced; let the source deliver less at once, or raise targetRecordsPerSlice"
              .formatted(slices));
    }
  }
}
