package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.Function;

/** A value that is a byte vector in the buffer and a text in documents. */
final class BytesType<T> extends OutOfLineType<T> {
  private final String expected;
  private final Function<T, byte[]> toBytes;
  private final Function<byte[], T> fromBytes;
  private final Function<T, String> toText;
  private final Function<String, T> fromText;

  BytesType(
      String name,
      String expected,
      Function<T, byte[]> toBytes,
      Function<byte[], T> fromBytes,
      Function<T, String> toText,
      Function<String, T> fromText) {
    super(name);
    this.expected = expected;
    this.toBytes = toBytes;
    this.fromBytes = fromBytes;
    this.toText = toText;
    this.fromText = fromText;
  }

  @Override
  JsonNode writeJson(T value) {
    return TextNode.valueOf(toText.apply(value));
  }

  @Override
  T readJson(JsonNode node, Place place) {
    if (!node.isTextual()) {
      throw place.expected(expected, node);
    }
    try {
      return fromText.apply(node.textValue());
    } catch (IllegalArgumentException e) {
      throw place.expected(expected, String.valueOf(e.getMessage()));
    }
  }

  @Override
  int build(BufferWriter writer, T value) {
    return writer.buildBytes(toBytes.apply(value));
  }

  @Override
  T read(BufferReader buffer, int position) {
    byte[] bytes = buffer.byteVector(position);
    try {
      return fromBytes.apply(bytes);
    } catch (IllegalArgumentException e) {
      throw BufferReader.malformed(name() + ": " + e.getMessage());
    }
  }
}
