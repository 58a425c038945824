package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.Document;
import io.heddle.problem.IngestException;
import io.heddle.problem.Problem;
import io.heddle.resource.ResourceType;
import io.heddle.resource.Template;
import io.heddle.resource.Template.Operand;
import io.heddle.resource.ValueRef;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Templates in a Source: their syntax, and that what they name is in its config. */
final class TemplateChecks {
  /** Names and kinds are never templates; schemas hold nothing else. */
  private static final Set<String> PLAIN_KEYS = Set.of("kind", "name", "alias", "schema");

  private final Map<String, ValueRef> config;
  private final Remarks remarks;

  private TemplateChecks(Map<String, ValueRef> config, Remarks remarks) {
    this.config = config;
    this.remarks = remarks;
  }

  static void check(Map<String, ValueRef> config, JsonNode spec, Remarks remarks) {
    var checks = new TemplateChecks(config, remarks);
    for (String part : List.of("ingress", "prepare", "read")) {
      checks.walk(spec.path(part), "/spec/" + part, true);
    }
    checks.walk(spec.path("preprocess"), "/spec/preprocess", false);
  }

  private void walk(JsonNode node, String pointer, boolean secretsAllowed) {
    switch (node) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(
                  entry -> {
                    if (!PLAIN_KEYS.contains(entry.getKey())) {
                      walk(
                          entry.getValue(),
                          Document.below(pointer, entry.getKey()),
                          secretsAllowed);
                    }
                  });
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          walk(array.get(i), pointer + "/" + i, secretsAllowed);
        }
      }
      default -> {
        if (node.isTextual()) {
          check(node.textValue(), pointer, secretsAllowed);
        }
      }
    }
  }

  private void check(String text, String pointer, boolean secretsAllowed) {
    paths(text, pointer, remarks).forEach(path -> check(path, pointer, secretsAllowed));
  }

  /** The paths in a text, which has to be a template. */
  static List<Operand.Path> paths(String text, String pointer, Remarks remarks) {
    try {
      Template template = Template.parse(text);
      template.unclosed().ifPresent(part -> refuse(part, pointer, remarks));
      return template.expressions().stream()
          .flatMap(expression -> expression.operands().stream())
          .filter(Operand.Path.class::isInstance)
          .map(Operand.Path.class::cast)
          .toList();
    } catch (IngestException e) {
      remarks.refuse(pointer, Problem.TEMPLATE_INVALID, e.failure().message());
      return List.of();
    }
  }

  private static void refuse(String unclosed, String pointer, Remarks remarks) {
    remarks.refuse(
        pointer, Problem.TEMPLATE_INVALID, "the template '%s' is never closed".formatted(unclosed));
  }

  private void check(Operand.Path path, String pointer, boolean secretsAllowed) {
    if (!path.root().equals("config") || path.keys().size() < 2) {
      refuse(pointer, "'%s' in a template: values come from config, as config.key".formatted(path));
      return;
    }
    ValueRef value = config.get(path.keys().get(1));
    if (value == null) {
      refuse(
          pointer,
          "'%s' in a template: config has no such key; name its source there".formatted(path));
    } else if (!secretsAllowed && value.set().type() == ResourceType.SecretSet) {
      refuse(pointer, "'%s' is a secret, which a query must not hold".formatted(path));
    }
  }

  private void refuse(String pointer, String message) {
    remarks.refuse(pointer, Problem.TEMPLATE_INVALID, message);
  }
}
