package io.heddle.local.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Rows of a made-up payment ledger, known by account and sequence number. Row {@code i} is always
 * the same, so any two files that hold it agree.
 */
public final class LedgerRows {
  public static final String HEADER = "event_time,account,seq,kind,currency,amount,memo,reference";

  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final long MILLIS_APART = 137;
  private static final long ACCOUNTS = 50_000;
  private static final int BUFFER = 1 << 16;
  private static final List<String> KINDS =
      List.of("deposit", "withdrawal", "transfer-in", "transfer-out", "fee", "interest");
  private static final List<String> CURRENCIES = List.of("CAD", "EUR", "GBP", "JPY", "UAH", "USD");
  private static final List<String> WORDS =
      List.of("bridge", "harbour", "hill", "lower", "market", "north", "park", "river", "station");

  /** How a source's rows become those of its dataset. */
  public enum Merge {
    APPEND("kind: Append"),
    LEDGER("kind: Ledger, primaryKey: [account, seq]"),
    SNAPSHOT("kind: Snapshot, primaryKey: [account, seq]");

    private final String manifest;

    Merge(String manifest) {
      this.manifest = manifest;
    }
  }

  private LedgerRows() {}

  /**
   * Writes a CSV file with a header and the rows of a range.
   *
   * @param end the first row that is not written
   * @return the file's size
   */
  public static long write(Path file, long start, long end) throws IOException {
    return write(file, start, end, 0);
  }

  /**
   * As {@link #write(Path, long, long)}, in another edition.
   *
   * @param edition 0: the rows as they always are; any other: each second row has a memo that only
   *     this edition gives it
   */
  public static long write(Path file, long start, long end, int edition) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
      out.write((HEADER + "\n").getBytes(US_ASCII));
      StringBuilder line = new StringBuilder();
      for (long i = start; i < end; i++) {
        line.setLength(0);
        append(line, i, edition);
        out.write(line.toString().getBytes(US_ASCII));
      }
    }
    return Files.size(file);
  }

  private static void append(StringBuilder line, long i, int edition) {
    long first = scramble(i);
    long second = scramble(first);
    long cents = Math.floorMod(second, 100_000_000L);
    line.append(START.plusMillis(i * MILLIS_APART)).append(',');
    line.append(1_000_000 + Math.floorMod(first, ACCOUNTS)).append(',');
    line.append(i).append(',');
    line.append(pick(KINDS, second)).append(',');
    line.append(pick(CURRENCIES, second >>> 8)).append(',');
    line.append(cents / 100).append('.');
    line.append((char) ('0' + cents % 100 / 10)).append((char) ('0' + cents % 10)).append(',');
    line.append(pick(WORDS, second >>> 16)).append(' ').append(pick(WORDS, second >>> 24));
    if (edition != 0 && i % 2 == 0) {
      line.append(" (").append(edition).append(')');
    }
    line.append(',').append(Long.toHexString(scramble(second))).append('\n');
  }

  private static String pick(List<String> words, long number) {
    return words.get((int) Math.floorMod(number, (long) words.size()));
  }

  /** The finalizer of MurmurHash3: every bit of the input reaches every bit of the result. */
  private static long scramble(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }

  /**
   * Dataset, source and flow of a ledger that comes as a file.
   *
   * @param name of all three
   */
  public static String manifests(String name, Path file) {
    return manifests(name, file, Merge.LEDGER);
  }

  /** As {@link #manifests(String, Path)}, with another strategy than a ledger's. */
  public static String manifests(String name, Path file, Merge merge) {
    return """
    $schema: https://opendatafabric.org/schemas/datasets/v1alpha1/Dataset
    headers:
      name: %1$s
    spec:
      kind: Root
      metadata: []
    ---
    $schema: https://opendatafabric.org/schemas/sources/v1alpha1/Source
    headers:
      name: %1$s
    spec:
      ingress:
        kind: Url
        url: %2$s
      read:
        kind: Csv
        header: true
        schema:
          fields:
            - {name: event_time, type: Timestamp}
            - {name: account, type: Int64}
            - {name: seq, type: Int64}
            - {name: kind, type: String}
            - {name: currency, type: String}
            - name: amount
              type: {kind: Decimal, precision: 18, scale: 2}
            - {name: memo, type: String}
            - {name: reference, type: String}
      merge: {%3$s}
    ---
    $schema: https://opendatafabric.org/schemas/flows/v1alpha1/Flow
    headers:
      name: %1$s
    spec:
      target: Dataset:%1$s
      triggers: []
      tasks:
        - kind: Ingest
          source: Source:%1$s
    """
        .formatted(name, file.toUri(), merge.manifest);
  }
}
