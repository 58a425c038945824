package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.Destination;
import io.heddle.odf.FetchStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A GET request, and what becomes of it on the way through redirects.
 *
 * @param uri without user and password
 * @param authorization made of the user and password that stood in the URL; goes no further than
 *     the configured headers
 * @param configured headers of the source; empty once the request left the place they were meant
 *     for
 * @param conditions at most one header, made from the source state
 */
record HttpQuestion(
    URI uri,
    @Nullable String authorization,
    List<FetchStep.RequestHeader> configured,
    Map<String, String> conditions) {
  private static final Set<String> CONDITIONAL = Set.of("if-none-match", "if-modified-since");
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  HttpQuestion {
    configured = List.copyOf(configured);
    conditions = Map.copyOf(conditions);
  }

  static HttpQuestion of(FetchStep.Url source, URI uri, StoredPosition position) {
    List<FetchStep.RequestHeader> headers = source.headers();
    return at(uri, null, headers == null ? List.of() : headers, conditions(position))
        .orElseThrow(
            () ->
                new IngestException(
                    FailureKind.Unsupported,
                    "the URL %s names no host; write %s://host/path"
                        .formatted(display(uri), uri.getScheme())));
  }

  /** Empty when the URL names no host. */
  private static Optional<HttpQuestion> at(
      URI uri,
      @Nullable String authorization,
      List<FetchStep.RequestHeader> configured,
      Map<String, String> conditions) {
    UriReference parts = UriReference.parse(uri.toString(), StandardCharsets.UTF_8);
    String authority = parts.authority() == null ? "" : parts.authority();
    int at = authority.lastIndexOf('@');
    if (authority.length() == at + 1) {
      return Optional.empty();
    }
    try {
      URI plain =
          new UriReference(parts.scheme(), authority.substring(at + 1), parts.path(), parts.query())
              .resolve(uri);
      return Optional.of(
          new HttpQuestion(
              plain,
              at < 0 ? authorization : basic(authority.substring(0, at)),
              configured,
              conditions));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static String basic(String userInfo) {
    String plain = userInfo.indexOf(':') < 0 ? userInfo + ":" : userInfo;
    // In a URL a plus sign is itself; URLDecoder knows forms, where it is a blank.
    byte[] bytes =
        URLDecoder.decode(plain.replace("+", "%2B"), StandardCharsets.UTF_8)
            .getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
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
      // The bytes of a header come as characters of Latin-1.
      target = UriReference.parse(location, StandardCharsets.ISO_8859_1).resolve(uri);
    } catch (URISyntaxException e) {
      throw new IngestException(
          FailureKind.Unreachable, "%s redirects to what is no URL".formatted(displayUrl()), e);
    }
    String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
    if (scheme.equals("http") && uri.getScheme().equalsIgnoreCase("https")) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s redirects to %s, from https down to http; that is not followed"
              .formatted(displayUrl(), display(target)));
    }
    Optional<HttpQuestion> next =
        scheme.equals("http") || scheme.equals("https")
            ? at(target, null, List.of(), conditions)
            : Optional.empty();
    return next.map(
            question ->
                sameOrigin(question.uri())
                    ? new HttpQuestion(
                        question.uri(),
                        question.authorization() == null ? authorization : question.authorization(),
                        configured,
                        conditions)
                    : question)
        .orElseThrow(
            () ->
                new IngestException(
                    FailureKind.Unreachable,
                    "%s redirects to %s, which is no HTTP URL"
                        .formatted(displayUrl(), display(target))));
  }

  private boolean sameOrigin(URI target) {
    return origin(uri).equals(origin(target));
  }

  /** {@link URI} itself knows host and port only for names without underscores. */
  private static String origin(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    String authority = uri.getRawAuthority().toLowerCase(Locale.ROOT);
    String port = scheme.equals("https") ? ":443" : ":80";
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    return scheme + "://" + authority + (hasPort ? "" : port);
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
    if (authorization != null && !names.contains("Authorization")) {
      request.header("Authorization", authorization);
    }
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

  /** A URL without what can be secret. */
  static String display(URI uri) {
    String authority = uri.getRawAuthority();
    String path = uri.getRawPath();
    if (path == null) {
      return uri.getScheme() + ":…";
    }
    return (uri.getScheme() == null ? "" : uri.getScheme() + ":")
        + (authority == null ? "//" : "//" + authority.substring(authority.lastIndexOf('@') + 1))
        + path;
  }
}
