package io.heddle.notation;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A path with {@code *}, {@code ?} and {@code [...]} inside one component and {@code **} across
 * components (sources, "FilesGlob"). Letter case counts; a leading dot is nothing special, nor is
 * any other character.
 */
public final class GlobPattern {
  private final String glob;
  private final Pattern regex;

  public GlobPattern(String glob) {
    this.glob = glob;
    try {
      this.regex = Pattern.compile(regexOf(glob), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new IngestException(
          FailureKind.Unsupported,
          "\"%s\" is no glob pattern: %s".formatted(glob, e.getDescription()),
          Map.of("value", glob));
    }
  }

  /** Whether the whole path, with slashes between its components, fits. */
  public boolean matches(String path) {
    return regex.matcher(path).matches();
  }

  /** The components before the first one with a wildcard, with the slash behind them. */
  public String fixedFolder() {
    int end = 0;
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '/') {
        end = i + 1;
      } else if (c == '*' || c == '?' || c == '[') {
        break;
      }
    }
    return glob.substring(0, end);
  }

  /** How many components deep a match can lie below {@link #fixedFolder()}. */
  public int depth() {
    String rest = glob.substring(fixedFolder().length());
    return rest.contains("**")
        ? Integer.MAX_VALUE
        : (int) rest.chars().filter(c -> c == '/').count() + 1;
  }

  private static String regexOf(String glob) {
    StringBuilder regex = new StringBuilder();
    int i = 0;
    while (i < glob.length()) {
      char c = glob.charAt(i);
      if (glob.startsWith("**/", i) && (i == 0 || glob.charAt(i - 1) == '/')) {
        regex.append("(?:[^/]+/)*");
        i += 3;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i += 2;
      } else if (c == '*') {
        regex.append("[^/]*");
        i++;
      } else if (c == '?') {
        regex.append("[^/]");
        i++;
      } else if (c == '[') {
        i = appendSet(glob, i, regex);
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
        i++;
      }
    }
    return regex.toString();
  }

  /** Appends the set that starts at {@code open}, and returns the position behind it. */
  private static int appendSet(String glob, int open, StringBuilder regex) {
    int first = open + 1;
    boolean negated =
        first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^');
    if (negated) {
      first++;
    }
    // A bracket right at the start of a set is one of its characters.
    int close = glob.indexOf(']', first + 1);
    if (close < 0) {
      throw new PatternSyntaxException("a set is never closed", glob, open);
    }
    regex.append("(?!/)[").append(negated ? "^" : "");
    for (int i = first; i < close; i++) {
      char c = glob.charAt(i);
      boolean range = c == '-' && i > first && i < close - 1;
      regex.append(range || Character.isLetterOrDigit(c) ? "" : "\\").append(c);
    }
    regex.append(']');
    return close + 1;
  }

  @Override
  public String toString() {
    return glob;
  }
}
