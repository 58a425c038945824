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
 */
public record Receipt(
    int partition,
    long firstOffset,
    long lastOffset,
    long records,
    long bytes,
    Instant receivedAt) {
  private static final int RADIX = 36;
  private static final Pattern FORM =
      Pattern.compile("r1-(\\w{1,7})-(\\w{1,13})-(\\w{1,13})-(\\w{1,13})-(\\w{1,13})-(\\w{1,13})");

  public String id() {
    return String.join(
        "-",
        "r1",
        text(partition),
        text(firstOffset),
        text(lastOffset),
        text(records),
        text(bytes),
        text(receivedAt.toEpochMilli()));
  }

  /** Empty when no push got such an id. */
  public static Optional<Receipt> parse(String id) {
    Matcher parts = FORM.matcher(id);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Receipt(
              Integer.parseInt(parts.group(1), RADIX),
              number(parts, 2),
              number(parts, 3),
              number(parts, 4),
              number(parts, 5),
              Instant.ofEpochMilli(number(parts, 6))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group), RADIX);
  }

  private static String text(long number) {
    return Long.toString(number, RADIX);
  }
}
