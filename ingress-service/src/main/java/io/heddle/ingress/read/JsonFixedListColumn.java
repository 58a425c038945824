package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** A column of arrays that all have the same length. */
final class JsonFixedListColumn implements JsonColumn {
  private final JsonPlace place;
  private final FixedSizeListVector vector;
  private final JsonColumn items;

  JsonFixedListColumn(JsonPlace place, FixedSizeListVector vector, JsonColumn items) {
    this.place = place;
    this.vector = vector;
    this.items = items;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_NULL -> writeNull(row, record);
      case START_ARRAY -> writeItems(row, parser, record);
      default -> throw place.unexpected(parser, record, "arrays");
    }
  }

  private void writeItems(int row, JsonParser parser, long record) throws IOException {
    int length = vector.getListSize();
    int first = vector.startNewValue(row);
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY && count < length) {
      items.write(first + count, parser, record);
      count++;
    }
    if (count != length || parser.currentToken() != JsonToken.END_ARRAY) {
      throw place.wrong(record, "the array does not have the length %d".formatted(length));
    }
  }

  @Override
  public void writeNull(int row, long record) {
    place.requireOptional(record);
    vector.setNull(row);
  }
}
