package io.heddle.resources.rest;

import jakarta.ws.rs.core.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a caller is willing to wait: {@code Prefer: wait=10} (RFC 7240, section 4.3). */
public final class PreferredWait {
  private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait=(\\d{1,6})");
  private static final int MAX_SECONDS = 300;

  private PreferredWait() {}

  public static Optional<Duration> of(HttpHeaders headers) {
    String prefer = headers.getHeaderString("Prefer");
    if (prefer == null) {
      return Optional.empty();
    }
    Matcher wait = WAIT.matcher(prefer);
    return wait.find()
        ? Optional.of(Duration.ofSeconds(Math.min(Integer.parseInt(wait.group(1)), MAX_SECONDS)))
        : Optional.empty();
  }
}
