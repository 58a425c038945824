package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** A list of strings, tables or unions. */
final class ListType<E> extends OutOfLineType<List<E>> {
  private final OdfType<E> item;
  private final ListItem<E> itemInBuffer;

  <I extends OdfType<E> & ListItem<E>> ListType(I item) {
    super("list of " + item.name());
    this.item = item;
    this.itemInBuffer = item;
  }

  OdfType<E> item() {
    return item;
  }

  @Override
  JsonNode writeJson(List<E> value) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(value.size());
    for (E element : value) {
      array.add(item.writeJson(element));
    }
    return array;
  }

  @Override
  List<E> readJson(JsonNode node, Place place) {
    if (!node.isArray()) {
      throw place.expected("a list", node);
    }
    List<E> values = new ArrayList<>(node.size());
    for (int index = 0; index < node.size(); index++) {
      values.add(item.readJson(node.get(index), place.index(index)));
    }
    return values;
  }

  @Override
  int build(BufferWriter writer, List<E> value) {
    int[] offsets = new int[value.size()];
    for (int index = 0; index < offsets.length; index++) {
      offsets[index] = itemInBuffer.buildItem(writer, value.get(index));
    }
    return writer.buildOffsets(offsets);
  }

  @Override
  List<E> read(BufferReader buffer, int position) {
    int count = buffer.offsetCount(position);
    List<E> values = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      values.add(itemInBuffer.readItem(buffer, buffer.element(position, index)));
    }
    return values;
  }
}
