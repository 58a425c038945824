package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.Instant;

/** A point in time; RFC 3339 in texts. */
final class TimestampType extends InlineType<Instant> {
  TimestampType() {
    super("Timestamp");
  }

  @Override
  JsonNode writeJson(Instant value) {
    return TextNode.valueOf(Rfc3339.format(value));
  }

  @Override
  Instant readJson(JsonNode node, Place place) {
    if (!node.isTextual()) {
      throw place.expected("an RFC 3339 timestamp", node);
    }
    try {
      return Rfc3339.parse(node.textValue());
    } catch (DateTimeException e) {
      throw place.expected(
          "an RFC 3339 timestamp", Place.quote(node.textValue()) + " (" + e.getMessage() + ")");
    }
  }
}
