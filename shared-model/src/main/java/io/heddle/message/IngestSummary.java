package io.heddle.message;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an ingestion did, for its task's result.
 *
 * @param rowsRead rows that were offered
 * @param rowsWritten rows that were added to the dataset, corrections and retractions included
 * @param seen Ledger: offered rows whose key was known
 * @param differing Ledger: those of them that came with other values
 * @param exampleKey Ledger: the key of one such row, column to value
 * @param notes what a user should know, for one event times that were cut to milliseconds
 * @param deadLetters how many pushed records could not be taken; null: all were
 */
public record IngestSummary(
    long rowsRead,
    long rowsWritten,
    long seen,
    long differing,
    @Nullable Map<String, Object> exampleKey,
    List<String> notes,
    @Nullable Long deadLetters) {
  public static final IngestSummary EMPTY = new IngestSummary(0, 0, 0, 0, null, List.of());

  /** Of an ingestion that took all records. */
  public IngestSummary(
      long rowsRead,
      long rowsWritten,
      long seen,
      long differing,
      @Nullable Map<String, Object> exampleKey,
      List<String> notes) {
    this(rowsRead, rowsWritten, seen, differing, exampleKey, notes, null);
  }

  public IngestSummary {
    notes = List.copyOf(notes);
  }

  private static final int MOST_NOTES = 20;

  /** The same with long texts cut and the example left out, for when the whole is too large. */
  public IngestSummary shortened() {
    return new IngestSummary(
        rowsRead,
        rowsWritten,
        seen,
        differing,
        null,
        notes.stream().limit(MOST_NOTES).map(Texts::cut).toList(),
        deadLetters);
  }

  /** The count of dead letters with some more of them. */
  public @Nullable Long deadLettersAnd(@Nullable Long more) {
    return deadLetters == null || more == null
        ? (deadLetters == null ? more : deadLetters)
        : (Long) (deadLetters + more);
  }
}
