package io.heddle.resources.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.problem.Problem;
import io.heddle.resource.ResourceRef;
import io.heddle.resources.command.RejectedException;
import java.util.Objects;

/** References in commands, in their short form. */
public final class RefTexts {
  private RefTexts() {}

  public static JsonNode write(ResourceRef ref) {
    Object target = ref.id() != null ? ref.id() : ref.did() != null ? ref.did() : ref.name();
    return TextNode.valueOf(ref.type() + ":" + target);
  }

  static ResourceRef read(JsonNode text) {
    try {
      return ResourceRef.parse(text.asText(), null);
    } catch (IllegalArgumentException e) {
      throw new RejectedException(
          Problem.MALFORMED_REQUEST, Objects.toString(e.getMessage(), "no reference"));
    }
  }
}
