package io.heddle.ingress.fetch;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reference in its parts (RFC 3986, appendix B), each as it is written. What {@link URI} does
 * with references is RFC 2396, by which {@code ?x} loses the last segment of the path.
 */
record UriReference(
    @Nullable String scheme, @Nullable String authority, String path, @Nullable String query) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#.*)?",
          Pattern.DOTALL);

  /** Characters that stand for themselves; a percent sign does in front of two digits only. */
  private static final String LITERAL = "-._~:/?#@!$&'()*+,;=";

  /**
   * Takes a reference apart.
   *
   * @param bytes the charset in which characters beyond ASCII were bytes; those bytes are kept
   */
  static UriReference parse(String text, Charset bytes) {
    Matcher parts = FORM.matcher(escaped(text.strip(), bytes));
    if (!parts.matches()) {
      throw new IllegalStateException("every text is a reference");
    }
    return new UriReference(parts.group(1), parts.group(2), parts.group(3), parts.group(4));
  }

  /**
   * What it means at {@code base} (RFC 3986, 5.2), without its fragment.
   *
   * @throws URISyntaxException when it is no reference
   */
  URI resolve(URI base) throws URISyntaxException {
    if (scheme != null) {
      return uri(scheme, authority, withoutDots(path), query);
    }
    if (authority != null) {
      return uri(base.getScheme(), authority, withoutDots(path), query);
    }
    if (path.split("/", 2)[0].indexOf(':') >= 0) {
      throw new URISyntaxException(path, "what stands before the colon is no scheme");
    }
    String basePath = base.getRawPath() == null ? "" : base.getRawPath();
    if (path.isEmpty()) {
      return uri(
          base.getScheme(),
          base.getRawAuthority(),
          basePath,
          query == null ? base.getRawQuery() : query);
    }
    String merged =
        path.startsWith("/") ? path : "/" + basePath.substring(basePath.indexOf('/') + 1);
    if (!path.startsWith("/")) {
      merged = merged.substring(0, merged.lastIndexOf('/') + 1) + path;
    }
    return uri(base.getScheme(), base.getRawAuthority(), withoutDots(merged), query);
  }

  private static URI uri(
      String scheme, @Nullable String authority, String path, @Nullable String query)
      throws URISyntaxException {
    return new URI(
        scheme
            + ":"
            + (authority == null ? "" : "//" + authority)
            + path
            + (query == null ? "" : "?" + query));
  }

  /** Dots that would lead above the root vanish. */
  private static String withoutDots(String path) {
    if (!path.startsWith("/")) {
      return path;
    }
    Deque<String> segments = new ArrayDeque<>();
    String[] all = path.substring(1).split("/", -1);
    for (int i = 0; i < all.length; i++) {
      boolean last = i == all.length - 1;
      switch (all[i]) {
        case "." -> {
          if (last) {
            segments.addLast("");
          }
        }
        case ".." -> {
          segments.pollLast();
          if (last) {
            segments.addLast("");
          }
        }
        default -> segments.addLast(all[i]);
      }
    }
    return "/" + String.join("/", segments);
  }

  /** Escapes what no URL may hold; escapes that are there stay. */
  private static String escaped(String text, Charset bytes) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      String character = Character.toString(point);
      boolean literal =
          point == '%'
              ? isEscape(text, i)
              : point < 0x80
                  && (Character.isLetterOrDigit(point)
                      || LITERAL.indexOf(point) >= 0
                      || isBracketOfHost(text, i));
      if (literal) {
        escaped.append(character);
      } else {
        for (byte b : character.getBytes(bytes)) {
          escaped.append("%%%02X".formatted(b));
        }
      }
      i += character.length();
    }
    return escaped.toString();
  }

  private static boolean isEscape(String text, int at) {
    return at + 2 < text.length()
        && Character.digit(text.charAt(at + 1), 16) >= 0
        && Character.digit(text.charAt(at + 2), 16) >= 0;
  }

  /** The brackets of an address of IPv6 stand in the authority only. */
  private static boolean isBracketOfHost(String text, int at) {
    if (text.charAt(at) != '[' && text.charAt(at) != ']') {
      return false;
    }
    int authority = text.indexOf("//");
    return authority >= 0
        && authority < at
        && text.substring(authority + 2, at).chars().noneMatch(c -> "/?#".indexOf(c) >= 0);
  }
}
