package io.heddle.ingress.push;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the records of one push lie. All of that stands in the receipt's id, so that any instance
 * can tell at any time what became of it.
 *
 * @param lastOffset of the last record; all of them lie in one partition, in order
 * @param receivedAt the time that the records have in the topic
 * @param body the id that they carry there, which nobody can guess
 */
public record Receipt(
    int partition,
    long firstOffset,
    long lastOffset,
    long records,
    long bytes,
    Instant receivedAt,
    String body) {
  private static final int RADIX = 36;
  private static final Pattern FORM =
      Pattern.compile("r2-([0-9a-z]{1,6})" + "-([0-9a-z]{1,12})".repeat(5) + "-([0-9a-z]{1,32})");

  public String id() {
    return String.join(
        "-",
        "r2",
        text(partition),
        text(firstOffset),
        text(lastOffset),
        text(records),
        text(bytes),
        text(receivedAt.toEpochMilli()),
        body);
  }

  /** Empty when no push got such an id. */
  public static Optional<Receipt> parse(String id) {
    Matcher parts = FORM.matcher(id);
    return parts.matches()
        ? Optional.of(
            new Receipt(
                (int) Math.min(Integer.MAX_VALUE, number(parts, 1)),
                number(parts, 2),
                number(parts, 3),
                number(parts, 4),
                number(parts, 5),
                Instant.ofEpochMilli(number(parts, 6)),
                parts.group(7)))
        : Optional.empty();
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group), RADIX);
  }

  private static String text(long number) {
    return Long.toString(number, RADIX);
  }
}
