package io.heddle.ingress.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expands <code>${{ config.name || 'default' }}</code> in the texts of a source (sources,
 * "Templating"). What was put in is not looked at again.
 */
public final class Templates {
  private static final Pattern TEMPLATE = Pattern.compile("\\$\\{\\{(.*?)}}", Pattern.DOTALL);
  private static final Pattern OPERAND =
      Pattern.compile("config\\.([A-Za-z0-9_-]+)|(-?\\d+(?:\\.\\d+)?)|'([^']*)'");

  private final Map<String, String> config;

  /**
   * @param config the values of the {@code config} context
   */
  public Templates(Map<String, String> config) {
    this.config = Map.copyOf(config);
  }

  /**
   * @throws IngestException when a template is malformed, or none of its operands has a value
   */
  public String expand(String text) {
    Matcher matcher = TEMPLATE.matcher(text);
    StringBuilder expanded = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(
          expanded, Matcher.quoteReplacement(evaluate(matcher.group(1).strip())));
    }
    return matcher.appendTail(expanded).toString();
  }

  /** A copy of {@code node} with every text value expanded; names of members stay as they are. */
  public JsonNode expand(JsonNode node) {
    return switch (node) {
      case TextNode text -> TextNode.valueOf(expand(text.textValue()));
      case ObjectNode object -> {
        ObjectNode expanded = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(member -> expanded.set(member.getKey(), expand(member.getValue())));
        yield expanded;
      }
      case ArrayNode array -> {
        ArrayNode expanded = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(item -> expanded.add(expand(item)));
        yield expanded;
      }
      default -> node;
    };
  }

  private String evaluate(String expression) {
    Optional<String> value = Optional.empty();
    // Every operand is checked, those behind the first value too: a typing error in a default must
    // not wait for the day on which the default is needed.
    for (String operand : expression.split("\\|\\|", -1)) {
      Matcher matcher = OPERAND.matcher(operand.strip());
      if (!matcher.matches()) {
        throw new IngestException(
            FailureKind.TemplateInvalidPattern,
            "template \"%s\": \"%s\" is neither config.<name>, nor a number, nor a text in single quotes"
                .formatted(expression, operand.strip()),
            Map.of("expression", expression, "operand", operand.strip()));
      }
      if (value.isEmpty()) {
        value = Optional.ofNullable(valueOf(matcher));
      }
    }
    return value.orElseThrow(
        () ->
            new IngestException(
                FailureKind.TemplateValueNotFound,
                "template \"%s\" has no value: add it to the config of the source, or a default"
                    .formatted(expression),
                Map.of("expression", expression)));
  }

  private @Nullable String valueOf(Matcher operand) {
    if (operand.group(1) != null) {
      return config.get(operand.group(1));
    }
    return operand.group(2) != null ? operand.group(2) : operand.group(3);
  }
}
