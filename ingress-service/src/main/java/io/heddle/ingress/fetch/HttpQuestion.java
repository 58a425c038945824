package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.Destination;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.FetchStep;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A GET request, and what becomes of it on the way through redirects.
 *
 * @param configured headers of the source; empty once the request left the place they were meant
 *     for
 * @param conditions at most one header, made from the source state
 */
record HttpQuestion(
    URI uri, List<FetchStep.RequestHeader> configured, Map<String, String> conditions) {
  private static final Set<String> CONDITIONAL = Set.of("if-none-match", "if-modified-since");
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  HttpQuestion {
    configured = List.copyOf(configured);
    conditions = Map.copyOf(conditions);
  }

  static HttpQuestion of(FetchStep.Url source, URI uri, StoredPosition position) {
    if (uri.getHost() == null) {
      throw new IngestException(
          FailureKind.Unsupported, "the URL %s names no host".formatted(display(uri)));
    }
    List<FetchStep.RequestHeader> headers = source.headers();
    return new HttpQuestion(uri, headers == null ? List.of() : headers, conditions(position));
  }

  private static Map<String, String> conditions(StoredPosition position) {
    return switch (position) {
      case StoredPosition.ETag(String value) -> Map.of("If-None-Match", value);
      case StoredPosition.LastModified(Instant time) ->
          Map.of("If-Modified-Since", HTTP_DATE.format(time));
      case StoredPosition.ContentHash ignored -> Map.of();
      case StoredPosition.None ignored -> Map.of();
    };
  }

  /** Whether "not modified" is an answer to it. */
  boolean isConditional() {
    return !conditions.isEmpty() || configured.stream().anyMatch(HttpQuestion::isConditional);
  }

  private static boolean isConditional(FetchStep.RequestHeader header) {
    return CONDITIONAL.contains(header.name().toLowerCase(Locale.ROOT));
  }

  /**
   * The request that a redirect leads to. Configured headers can hold credentials, so they go no
   * further than scheme, host and port they were configured for.
   *
   * @throws IngestException when the redirect must not be followed
   */
  HttpQuestion redirected(String location) {
    URI target;
    try {
      target = uri.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new IngestException(
          FailureKind.Unreachable, "%s redirects to what is no URL".formatted(displayUrl()), e);
    }
    String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
    if (target.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s redirects to %s, which is no HTTP URL".formatted(displayUrl(), display(target)));
    }
    if (scheme.equals("http") && uri.getScheme().equalsIgnoreCase("https")) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s redirects to %s, from https down to http; that is not followed"
              .formatted(displayUrl(), display(target)));
    }
    return new HttpQuestion(target, sameOrigin(target) ? configured : List.of(), conditions);
  }

  private boolean sameOrigin(URI target) {
    return uri.getScheme().equalsIgnoreCase(target.getScheme())
        && uri.getHost().equalsIgnoreCase(target.getHost())
        && port(uri) == port(target);
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  /**
   * @throws IngestException when a configured header is not one that can be sent
   */
  HttpRequest toRequest(Destination destination, String userAgent) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(destination.url()).header("Host", destination.authority()).GET();
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (FetchStep.RequestHeader header : configured) {
      if (conditions.isEmpty() || !isConditional(header)) {
        add(request, header);
        names.add(header.name());
      }
    }
    conditions.forEach(request::header);
    if (!names.contains("User-Agent")) {
      request.header("User-Agent", userAgent);
    }
    return request.build();
  }

  private static void add(HttpRequest.Builder request, FetchStep.RequestHeader header) {
    try {
      if (header.name().equalsIgnoreCase("Host")) {
        throw new IllegalArgumentException("the URL says it");
      }
      request.header(header.name(), header.value());
    } catch (IllegalArgumentException e) {
      // The value can be a credential, and the JDK's own message shows it.
      throw new IngestException(
          FailureKind.InvalidParameterFormat,
          "the request header \"%s\" has a name or value that cannot be sent"
              .formatted(header.name()),
          Map.of("value", header.name()));
    }
  }

  /** The URL without what can be secret: user, password and query. */
  String displayUrl() {
    return display(uri);
  }

  private static String display(URI uri) {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath();
  }
}
