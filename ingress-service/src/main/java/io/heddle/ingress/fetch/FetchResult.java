package io.heddle.ingress.fetch;

import io.heddle.odf.SourceState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a poll came back with. */
public sealed interface FetchResult {
  /** Nothing new: no block is committed. */
  record UpToDate(String reason) implements FetchResult {}

  /**
   * New raw data, possibly empty.
   *
   * @param state the source state after this data; null when the source has nothing to remember
   * @param eventTime the source's own time; null when it has none, which means the system time of
   *     the ingestion
   * @param hasMore whether another poll on top of {@code state} would find more
   * @param notes what a user should know, for the task's result
   */
  record Fetched(
      FetchedFile file,
      @Nullable SourceState state,
      @Nullable Instant eventTime,
      boolean hasMore,
      List<String> notes)
      implements FetchResult {
    public Fetched {
      notes = List.copyOf(notes);
    }
  }
}
