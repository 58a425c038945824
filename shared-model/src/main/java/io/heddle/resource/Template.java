package io.heddle.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with <code>${{ expression }}</code> in it. An expression is one or more operands joined by
 * {@code ||}, of which the first one that has a value counts. <code>$${{</code> stands for itself.
 */
public record Template(List<Part> parts) {
  private static final String OPEN = "${{";
  private static final String CLOSE = "}}";
  private static final Pattern PATH =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*(?:\\.[A-Za-z_][A-Za-z0-9_-]*)*");
  private static final Pattern OPERAND =
      Pattern.compile("\\s*(?:(" + PATH + ")|'([^']*)'|(-?\\d+(?:\\.\\d+)?))\\s*");

  public Template {
    parts = List.copyOf(parts);
  }

  public sealed interface Part {
    record Text(String text) implements Part {}

    /** {@code source} is the text between the braces. */
    record Expression(String source, List<Operand> operands) implements Part {
      public Expression {
        operands = List.copyOf(operands);
      }
    }
  }

  public sealed interface Operand {
    /** Names a value, for one {@code config.apiKey}. */
    record Path(List<String> keys) implements Operand {
      public Path {
        keys = List.copyOf(keys);
      }

      public String root() {
        return keys.getFirst();
      }
    }

    record Literal(String text) implements Operand {}
  }

  /** Whether a text is more than itself. */
  public static boolean isIn(String text) {
    return text.contains(OPEN);
  }

  /**
   * @throws IllegalArgumentException with a message for the user when the syntax is wrong
   */
  public static Template parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf(OPEN, at);
      if (open < 0) {
        break;
      }
      if (open > at && text.charAt(open - 1) == '$') {
        plain.append(text, at, open - 1).append(OPEN);
        at = open + OPEN.length();
        continue;
      }
      plain.append(text, at, open);
      int close = closing(text, open + OPEN.length());
      if (!plain.isEmpty()) {
        parts.add(new Part.Text(plain.toString()));
        plain.setLength(0);
      }
      parts.add(expression(text.substring(open + OPEN.length(), close)));
      at = close + CLOSE.length();
    }
    plain.append(text, at, text.length());
    if (!plain.isEmpty()) {
      parts.add(new Part.Text(plain.toString()));
    }
    return new Template(parts);
  }

  private static int closing(String text, int from) {
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '\'') {
        quoted = !quoted;
      } else if (!quoted && text.startsWith(CLOSE, i)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "the template '${{%s' is never closed".formatted(cut(text, from)));
  }

  private static String cut(String text, int from) {
    return text.length() - from <= 40
        ? text.substring(from)
        : text.substring(from, from + 40) + "…";
  }

  private static Part.Expression expression(String source) {
    List<Operand> operands = new ArrayList<>();
    Matcher operand = OPERAND.matcher(source);
    int at = 0;
    while (true) {
      operand.region(at, source.length());
      if (!operand.lookingAt()) {
        throw new IllegalArgumentException(
            "'%s' in a template is neither a path such as config.key, nor a text in quotes, nor a number"
                .formatted(source.substring(at).strip()));
      }
      operands.add(operand(operand));
      at = operand.end();
      if (at == source.length()) {
        return new Part.Expression(source.strip(), operands);
      }
      if (!source.startsWith("||", at)) {
        throw new IllegalArgumentException(
            "'%s' in a template is not understood; operands are joined by ||"
                .formatted(source.substring(at).strip()));
      }
      at += 2;
    }
  }

  private static Operand operand(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Operand.Path(List.of(matcher.group(1).split("\\.")));
    }
    return new Operand.Literal(matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
  }

  /** The expressions, in order. */
  public List<Part.Expression> expressions() {
    return parts.stream()
        .filter(Part.Expression.class::isInstance)
        .map(Part.Expression.class::cast)
        .toList();
  }
}
