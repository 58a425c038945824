package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.heddle.hash.Sha3;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the records of one push lie. All of that stands in the receipt's id, so that any instance
 * can tell at any time what became of it; with a check sum behind it, so that a wrong or altered id
 * is none.
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
      Pattern.compile(
          "(r3-([0-9a-z]{1,6})"
              + "-([0-9a-z]{1,12})".repeat(5)
              + "-([0-9a-z]{1,32}))-([0-9a-z]{1,13})");

  public String id() {
    String content =
        String.join(
            "-",
            "r3",
            text(partition),
            text(firstOffset),
            text(lastOffset),
            text(records),
            text(bytes),
            text(receivedAt.toEpochMilli()),
            body);
    return content + "-" + checkSum(content);
  }

  private static String checkSum(String content) {
    byte[] digest = Sha3.newDigest().digest(content.getBytes(US_ASCII));
    return text(ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE);
  }

  /** Empty when no push got such an id. */
  public static Optional<Receipt> parse(String id) {
    Matcher parts = FORM.matcher(id);
    return parts.matches() && parts.group(9).equals(checkSum(parts.group(1)))
        ? Optional.of(
            new Receipt(
                (int) Math.min(Integer.MAX_VALUE, number(parts, 2)),
                number(parts, 3),
                number(parts, 4),
                number(parts, 5),
                number(parts, 6),
                Instant.ofEpochMilli(number(parts, 7)),
                parts.group(8)))
        : Optional.empty();
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group), RADIX);
  }

  private static String text(long number) {
    return Long.toString(number, RADIX);
  }
}
