package io.heddle.web;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the page of another site makes a visitor's browser send. Services are reached from
 * where the visitor is, loopback included, so that being reachable is no permission. Programs that
 * are no browsers send none of the headers but {@code Host} and are not concerned.
 */
public final class CrossSiteRule {
  /** The setting that names more own names; the same in all services. */
  public static final String SETTING = "heddle.web.own-names";

  /** {@code none}: typed in, bookmarked; {@code same-origin}: a page of this service. */
  private static final Set<String> OWN_SITES = Set.of("none", "same-origin");

  private final OwnNames names;

  public CrossSiteRule(OwnNames names) {
    this.names = names;
  }

  /**
   * The headers that the rule looks at, as they came; null: not sent.
   *
   * @param host {@code Host}, or {@code :authority}
   * @param origin {@code Origin}
   * @param site {@code Sec-Fetch-Site}
   */
  public record Caller(@Nullable String host, @Nullable String origin, @Nullable String site) {}

  /** Why the request is refused; empty when it may pass. */
  public Optional<ProblemDetail> refusal(Caller caller) {
    String host = caller.host();
    if (host != null && !names.include(host)) {
      return Optional.of(
          ProblemDetail.of(
              Problem.MISDIRECTED_REQUEST,
              "the request calls this service \"%s\", its names are %s and its addresses; if that is one of its names, add it to %s"
                  .formatted(host, String.join(", ", names.all()), SETTING)));
    }
    if (caller.site() != null && !OWN_SITES.contains(caller.site())) {
      return Optional.of(refused("Sec-Fetch-Site", caller.site()));
    }
    if (caller.origin() != null && !names.includeOrigin(caller.origin(), host)) {
      return Optional.of(refused("Origin", caller.origin()));
    }
    return Optional.empty();
  }

  private static ProblemDetail refused(String header, String value) {
    return ProblemDetail.of(
        Problem.CROSS_SITE_REQUEST,
        "a page of another site makes this request (%s: %s); send it from a program, or from a page under one of the names in %s"
            .formatted(header, value, SETTING));
  }
}
