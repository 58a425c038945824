package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with <code>${{ expression }}</code> in it (sources, "Templating"; resources, "Templates").
 * An expression is one or more operands joined by {@code ||}, of which the first one that has a
 * value counts. <code>$${{</code> stands for itself.
 */
public record Template(List<Part> parts) {
  private static final String OPEN = "${{";
  private static final String CLOSE = "}}";
  private static final Pattern PATH =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*");
  private static final Pattern OPERAND =
      Pattern.compile("\\s*(?:(" + PATH + ")|'([^']*)'|(-?\\d+(?:\\.\\d+)?))\\s*");

  public Template {
    parts = List.copyOf(parts);
  }

  public sealed interface Part {
    record Text(String text) implements Part {}

    /** Begins as an expression does, and has no end: a text like any other. */
    record Unclosed(String text) implements Part {}

    /** {@code source} is the text between the braces. */
    record Expression(String source, List<Operand> operands) implements Part {
      public Expression {
        operands = List.copyOf(operands);
      }
    }
  }

  public sealed interface Operand {
    /** Names a value, such as {@code config.apiKey}. */
    record Path(List<String> keys) implements Operand {
      public Path {
        keys = List.copyOf(keys);
      }

      public String root() {
        return keys.getFirst();
      }

      boolean isRoot() {
        return keys.size() == 1;
      }

      /** What follows the root. */
      String name() {
        return String.join(".", keys.subList(1, keys.size()));
      }

      @Override
      public String toString() {
        return String.join(".", keys);
      }
    }

    record Literal(String text) implements Operand {}
  }

  /** Whether a text is more than itself. */
  public static boolean isIn(String text) {
    return text.contains(OPEN);
  }

  /**
   * @throws IngestException (TemplateInvalidPattern) when an expression is not understood
   */
  public static Template parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    int at = 0;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
      if (open > at && text.charAt(open - 1) == '$') {
        plain.append(text, at, open - 1).append(OPEN);
        at = open + OPEN.length();
        continue;
      }
      add(plain.append(text, at, open), parts);
      int close = closing(text, open + OPEN.length());
      if (close < 0) {
        parts.add(new Part.Unclosed(text.substring(open)));
        return new Template(parts);
      }
      parts.add(expression(text.substring(open + OPEN.length(), close)));
      at = close + CLOSE.length();
    }
    add(plain.append(text, at, text.length()), parts);
    return new Template(parts);
  }

  private static void add(StringBuilder plain, List<Part> parts) {
    if (!plain.isEmpty()) {
      parts.add(new Part.Text(plain.toString()));
      plain.setLength(0);
    }
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
    return -1;
  }

  private static Part.Expression expression(String source) {
    List<Operand> operands = new ArrayList<>();
    Matcher operand = OPERAND.matcher(source);
    int at = 0;
    while (true) {
      operand.region(at, source.length());
      if (!operand.lookingAt()) {
        throw invalid(
            source,
            at,
            "is neither a path such as config.key, nor a text in single quotes, nor a number");
      }
      operands.add(operand(operand));
      at = operand.end();
      if (at == source.length()) {
        return new Part.Expression(source.strip(), operands);
      }
      if (!source.startsWith("||", at)) {
        throw invalid(source, at, "is not understood; operands are joined by ||");
      }
      at += 2;
    }
  }

  private static IngestException invalid(String source, int at, String why) {
    int end = source.indexOf("||", at);
    return invalid(source, source.substring(at, end < 0 ? source.length() : end).strip(), why);
  }

  private static IngestException invalid(String source, String operand, String why) {
    return new IngestException(
        FailureKind.TemplateInvalidPattern,
        "template \"%s\": \"%s\" %s".formatted(source.strip(), operand, why),
        Map.of("expression", source.strip(), "operand", operand));
  }

  private static Operand operand(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Operand.Path(List.of(matcher.group(1).split("\\.")));
    }
    return new Operand.Literal(matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
  }

  /**
   * The text with values in place of expressions; a value is not looked at again.
   *
   * @param root which all paths begin with
   * @param value of a name, which is what follows the root; empty: it has none
   * @throws IngestException (TemplateInvalidPattern, TemplateValueNotFound) naming an expression
   *     with another root, or without a value
   */
  public String expand(String root, Function<String, Optional<String>> value) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(
          switch (part) {
            case Part.Text(String plain) -> plain;
            case Part.Unclosed(String plain) -> plain;
            case Part.Expression expression -> expand(expression, root, value);
          });
    }
    return text.toString();
  }

  private static String expand(
      Part.Expression expression, String root, Function<String, Optional<String>> value) {
    // Every operand is checked, those behind the first value too: a typing error in a default must
    // not wait for the day on which the default is needed.
    for (Operand operand : expression.operands()) {
      if (operand instanceof Operand.Path path && (!path.root().equals(root) || path.isRoot())) {
        throw invalid(
            expression.source(),
            path.toString(),
            "is neither %s.<name>, nor a text in single quotes, nor a number".formatted(root));
      }
    }
    for (Operand operand : expression.operands()) {
      Optional<String> found =
          switch (operand) {
            case Operand.Path path -> value.apply(path.name());
            case Operand.Literal(String text) -> Optional.of(text);
          };
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new IngestException(
        FailureKind.TemplateValueNotFound,
        "template \"%s\" has no value: add it to the config of the source, or a default"
            .formatted(expression.source()),
        Map.of("expression", expression.source()));
  }

  /** A copy of {@code node} with every text value expanded; names of members stay as they are. */
  public static JsonNode expand(
      JsonNode node, String root, Function<String, Optional<String>> value) {
    return switch (node) {
      case TextNode text -> TextNode.valueOf(parse(text.textValue()).expand(root, value));
      case ObjectNode object -> {
        ObjectNode expanded = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                member -> expanded.set(member.getKey(), expand(member.getValue(), root, value)));
        yield expanded;
      }
      case ArrayNode array -> {
        ArrayNode expanded = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(item -> expanded.add(expand(item, root, value)));
        yield expanded;
      }
      default -> node;
    };
  }

  /** The expressions, in order. */
  public List<Part.Expression> expressions() {
    return parts.stream()
        .filter(Part.Expression.class::isInstance)
        .map(Part.Expression.class::cast)
        .toList();
  }

  /** What begins as an expression and has no end. */
  public Optional<String> unclosed() {
    return !parts.isEmpty() && parts.getLast() instanceof Part.Unclosed(String text)
        ? Optional.of(text)
        : Optional.empty();
  }
}
