package io.heddle.resources.rest;

import io.heddle.problem.ProblemException;
import io.heddle.web.CrossSiteRule;
import io.heddle.web.OwnNames;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Applies the {@link CrossSiteRule} before anything else looks at a request. */
public class CrossSiteFilter {
  private static final int FIRST = 0;

  private final CrossSiteRule rule;

  CrossSiteFilter(WebConfig config) {
    this.rule = new CrossSiteRule(OwnNames.of(config.ownNames()));
  }

  @ServerRequestFilter(preMatching = true, priority = FIRST)
  public void check(HttpServerRequest request) {
    var caller =
        new CrossSiteRule.Caller(
            host(request), request.getHeader("Origin"), request.getHeader("Sec-Fetch-Site"));
    rule.refusal(caller)
        .ifPresent(
            problem -> {
              throw new ProblemException(problem);
            });
  }

  /** HTTP/2 has the authority in the place of the header. */
  private static @Nullable String host(HttpServerRequest request) {
    String host = request.getHeader("Host");
    return host == null && request.authority() != null ? request.authority().toString() : host;
  }
}
