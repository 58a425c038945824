package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.arrow.vector.complex.ListVector;

/** A column of arrays. */
final class JsonListColumn implements JsonColumn {
  private final JsonPlace place;
  private final ListVector vector;
  private final JsonColumn items;

  JsonListColumn(JsonPlace place, ListVector vector, JsonColumn items) {
    this.place = place;
    this.vector = vector;
    this.items = items;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_NULL -> writeNull(row, record);
      case START_ARRAY -> {
        int first = vector.startNewValue(row);
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.write(first + count, parser, record);
          count++;
        }
        vector.endValue(row, count);
      }
      default -> throw place.unexpected(parser, record, "arrays");
    }
  }

  @Override
  public void writeNull(int row, long record) {
    place.requireOptional(record);
    vector.setNull(row);
  }
}
