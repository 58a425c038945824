package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The members of an object that are columns; others are passed over. For one thread. */
final class JsonMembers {
  private final List<JsonColumn> columns;
  private final Map<String, Integer> places = new HashMap<>();

  /** The number of the object in which a column was last seen. */
  private final long[] seen;

  private long object;

  JsonMembers(List<String> names, List<JsonColumn> columns) {
    this.columns = columns;
    this.seen = new long[columns.size()];
    for (int i = 0; i < names.size(); i++) {
      places.put(names.get(i), i);
    }
  }

  /** Writes the object at whose start the parser stands, and leaves the parser at its end. */
  void write(int row, JsonParser parser, long record) throws IOException {
    object++;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Integer place = places.get(parser.currentName());
      parser.nextToken();
      if (place == null) {
        parser.skipChildren();
      } else {
        seen[place] = object;
        columns.get(place).write(row, parser, record);
      }
    }
    for (int i = 0; i < seen.length; i++) {
      if (seen[i] != object) {
        columns.get(i).writeNull(row, record);
      }
    }
  }
}
