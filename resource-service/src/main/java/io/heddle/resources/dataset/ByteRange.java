package io.heddle.resources.dataset;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One range of a file, as the {@code Range} header asks for it (RFC 9110, section 14).
 *
 * @param start the first byte
 * @param end the last byte, included
 */
record ByteRange(long start, long end) {
  private static final Pattern SINGLE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  long length() {
    return end - start + 1;
  }

  /** The {@code Content-Range} of an answer that holds this range of a file. */
  String of(long size) {
    return "bytes " + start + "-" + end + "/" + size;
  }

  /** What a header asks of a file; several ranges, other units and nonsense ask for all of it. */
  static Requested of(@Nullable String header, long size) {
    Matcher matcher = SINGLE.matcher(header == null ? "" : header.replace(" ", ""));
    if (!matcher.matches() || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
      return new Requested(false, Optional.empty());
    }
    long start;
    long end;
    if (matcher.group(1).isEmpty()) {
      long last = Long.parseLong(matcher.group(2));
      start = Math.max(0, size - last);
      end = last == 0 ? -1 : size - 1;
    } else {
      start = Long.parseLong(matcher.group(1));
      end =
          matcher.group(2).isEmpty()
              ? size - 1
              : Math.min(size - 1, Long.parseLong(matcher.group(2)));
    }
    return start > end
        ? new Requested(true, Optional.empty())
        : new Requested(true, Optional.of(new ByteRange(start, end)));
  }

  /**
   * @param partial whether a part was asked for
   * @param range that part; empty when the file does not have it
   */
  record Requested(boolean partial, Optional<ByteRange> range) {}
}
