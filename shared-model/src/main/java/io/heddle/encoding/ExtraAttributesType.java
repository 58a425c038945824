package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.schema.ExtraAttributes;

/** A free map in documents; in the buffer a table whose one string is the map's canonical JSON. */
final class ExtraAttributesType extends OutOfLineType<ExtraAttributes> {
  ExtraAttributesType() {
    super("ExtraAttributes");
  }

  @Override
  JsonNode writeJson(ExtraAttributes value) {
    return value.toJson();
  }

  @Override
  ExtraAttributes readJson(JsonNode node, Place place) {
    if (!(node instanceof ObjectNode attributes)) {
      throw place.expected("a map of attributes", node);
    }
    try {
      return ExtraAttributes.of(attributes);
    } catch (IllegalArgumentException e) {
      throw place.expected("attributes that JSON can hold", String.valueOf(e.getMessage()));
    }
  }

  @Override
  int build(BufferWriter writer, ExtraAttributes value) {
    int text = writer.buildText(value.canonicalJson());
    return writer.buildTable(1, () -> writer.addOffset(0, text));
  }

  @Override
  ExtraAttributes read(BufferReader buffer, int position) {
    TableReader table = buffer.enterTable(position);
    if (!table.has(0)) {
      throw BufferReader.malformed("extra attributes without content");
    }
    String json = buffer.text(table.target(0));
    buffer.leaveTable();
    try {
      return ExtraAttributes.parse(json);
    } catch (IllegalArgumentException e) {
      throw BufferReader.malformed(String.valueOf(e.getMessage()));
    }
  }
}
