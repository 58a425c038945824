package io.heddle.ingress.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.ReadStep;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The read steps of cases: those of a manifest, but with types in the cases' short notation. */
final class CaseReadSteps {
  private static final Pattern PARAMETERS = Pattern.compile("(\\w+)\\((\\w+),(\\w+)\\)");

  private CaseReadSteps() {}

  static ReadStep parse(JsonNode read) {
    JsonNode spelled = read.deepCopy();
    for (JsonNode field : spelled.path("schema").path("fields")) {
      ((ObjectNode) field).set("type", spellOut(field.get("type")));
    }
    return OdfTypes.READ_STEP.fromJson(spelled);
  }

  private static JsonNode spellOut(JsonNode type) {
    if (!type.isTextual()) {
      return type;
    }
    String text = type.textValue();
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (text.endsWith("?")) {
      JsonNode inner = spellOut(json.textNode(text.substring(0, text.length() - 1)));
      return json.objectNode().put("kind", "Option").set("inner", inner);
    }
    Matcher parameters = PARAMETERS.matcher(text);
    if (!parameters.matches()) {
      return type;
    }
    ObjectNode spelled = json.objectNode().put("kind", parameters.group(1));
    return switch (parameters.group(1)) {
      case "Decimal" ->
          spelled
              .put("precision", Integer.parseInt(parameters.group(2)))
              .put("scale", Integer.parseInt(parameters.group(3)));
      case "Timestamp" -> spelled.put("unit", parameters.group(2));
      default -> throw new AssertionError("unknown type " + text);
    };
  }
}
