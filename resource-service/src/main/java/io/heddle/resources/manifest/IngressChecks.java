package io.heddle.resources.manifest;

import io.heddle.notation.GlobPattern;
import io.heddle.notation.TimeFormat;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.SourceOrdering;
import io.heddle.resource.Template;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold in an ingress. Texts with templates in them are only known at the run. */
final class IngressChecks {
  private static final String POINTER = "/spec/ingress";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final Set<String> WEB = Set.of("http", "https");
  private static final List<String> NOT_BUILT = List.of("ftp", "ftps", "s3");
  private static final List<String> SUPPORTED = List.of("http", "https", "file");
  private static final int HIGHEST_PORT = 65_535;

  private final Remarks remarks;

  IngressChecks(Remarks remarks) {
    this.remarks = remarks;
  }

  void check(Ingress ingress) {
    switch (ingress) {
      case FetchStep.Url url -> checkUrl(url);
      case FetchStep.FilesGlob glob -> checkGlob(glob);
      case FetchStep.Container container -> notBuilt("Container");
      case Ingress.EvmLogs logs -> {
        if (logs.chainId() == null && logs.nodeUrl() == null) {
          remarks.refuse(POINTER, "EvmLogs needs 'chainId' or 'nodeUrl'");
        }
        notBuilt("EvmLogs");
      }
      case FetchStep.Mqtt mqtt -> {
        if (mqtt.topics().isEmpty()) {
          remarks.refuse(POINTER + "/topics", "at least one topic");
        }
        if (mqtt.port() < 1 || mqtt.port() > HIGHEST_PORT) {
          remarks.refuse(POINTER + "/port", "a port from 1 to " + HIGHEST_PORT);
        }
        notBuilt("Mqtt");
      }
      case Ingress.RestEndpoint(Ingress.Buffer.Memory(Long size, var policy)) when isNone(size) ->
          remarks.refuse(POINTER + "/buffer/bufferSize", "a buffer holds at least 1 record");
      case Ingress.RestEndpoint endpoint -> {}
    }
  }

  private static boolean isNone(@Nullable Long size) {
    return size != null && size == 0;
  }

  private void notBuilt(String kind) {
    remarks.notInEffect(
        POINTER,
        "sources of kind %s are not read yet; a task that ingests one fails".formatted(kind));
  }

  private void checkUrl(FetchStep.Url url) {
    String text = url.url();
    boolean literal = !Template.isIn(text);
    String scheme = scheme(text);
    if (scheme != null && NOT_BUILT.contains(scheme)) {
      remarks.notInEffect(
          POINTER + "/url",
          "URLs of the scheme %s are not read yet; read are %s"
              .formatted(scheme, String.join(", ", SUPPORTED)));
    } else if (scheme != null && !SUPPORTED.contains(scheme)) {
      remarks.refuse(
          POINTER + "/url",
          "'%s' is not a scheme that can be read; that are %s"
              .formatted(scheme, String.join(", ", SUPPORTED)));
    } else if (literal) {
      checkLiteral(text, scheme);
    }
    List<FetchStep.RequestHeader> headers = url.headers() == null ? List.of() : url.headers();
    for (int i = 0; i < headers.size(); i++) {
      checkHeader(headers.get(i), POINTER + "/headers/" + i);
    }
    checkEventTime(url.eventTime());
  }

  /** In lower case; null when a template or nothing stands there. */
  private static @Nullable String scheme(String url) {
    Matcher matcher = SCHEME.matcher(url);
    return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : null;
  }

  private void checkLiteral(String text, @Nullable String scheme) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      remarks.refuse(
          POINTER + "/url",
          "this is no valid URL: %s at character %d; write special characters as %%XX"
              .formatted(e.getReason(), e.getIndex() + 1));
      return;
    }
    if (scheme == null) {
      remarks.refuse(
          POINTER + "/url",
          "'%s' is no URL; one begins with %s"
              .formatted(text, String.join(", ", SUPPORTED.stream().map(it -> it + ":").toList())));
    } else if (WEB.contains(scheme) && host(uri).isEmpty()) {
      remarks.refuse(POINTER + "/url", "the URL names no host");
    } else if (scheme.equals("file")
        && (uri.getPath() == null || !Set.of("", "localhost").contains(host(uri)))) {
      remarks.refuse(
          POINTER + "/url",
          "'%s' names no file of this machine; write file:///folder/file".formatted(text));
    }
  }

  /** Names with an underscore are hosts, which a URI takes for something else. */
  private static String host(URI uri) {
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    return authority.substring(authority.indexOf('@') + 1).replaceFirst(":\\d*$", "");
  }

  private void checkHeader(FetchStep.RequestHeader header, String pointer) {
    try {
      HttpRequest.newBuilder()
          .header(header.name(), !Template.isIn(header.value()) ? header.value() : "");
    } catch (IllegalArgumentException e) {
      // The value can be a credential, and the JDK's own message shows it.
      remarks.refuse(
          pointer,
          "the request header '%s' has a name or a value that cannot be sent"
              .formatted(header.name()));
    }
  }

  private void checkGlob(FetchStep.FilesGlob glob) {
    if (glob.path().isBlank()) {
      remarks.refuse(POINTER + "/path", "a pattern for paths, such as /data/*.csv");
    }
    remarks.requireReadable(POINTER + "/path", glob.path(), GlobPattern::new);
    if (glob.order() == SourceOrdering.ByEventTime
        && (glob.eventTime() == null
            || glob.eventTime() instanceof EventTimeSource.FromSystemTime)) {
      remarks.refuse(POINTER + "/order", "ByEventTime needs an eventTime FromPath or FromMetadata");
    }
    checkEventTime(glob.eventTime());
  }

  private void checkEventTime(@Nullable EventTimeSource source) {
    if (!(source instanceof EventTimeSource.FromPath(String pattern, var format))) {
      return;
    }
    remarks.requireReadable(POINTER + "/eventTime/timestampFormat", format, TimeFormat::of);
    if (Template.isIn(pattern)) {
      return;
    }
    try {
      if (Pattern.compile(pattern).matcher("").groupCount() == 0) {
        remarks.refuse(
            POINTER + "/eventTime/pattern",
            "'%s' has no group; put the part that is the time in parentheses".formatted(pattern));
      }
    } catch (IllegalArgumentException e) {
      remarks.refuse(
          POINTER + "/eventTime/pattern", "'%s' is no regular expression".formatted(pattern));
    }
  }
}
