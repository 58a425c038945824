package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;

/** bool. */
final class BooleanType extends InlineType<Boolean> {
  BooleanType() {
    super("bool");
  }

  @Override
  JsonNode writeJson(Boolean value) {
    return BooleanNode.valueOf(value);
  }

  @Override
  Boolean readJson(JsonNode node, Place place) {
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    throw place.expected("true or false", node);
  }
}
