package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.arrow.vector.complex.ListVector;

/** A column of arrays. */
final class JsonListColumn implements JsonColumn {
  private final String path;
  private final boolean optional;
  private final ListVector vector;
  private final JsonColumn items;
  private final ReadFailures failures;

  JsonListColumn(
      String path, boolean optional, ListVector vector, JsonColumn items, ReadFailures failures) {
    this.path = path;
    this.optional = optional;
    this.vector = vector;
    this.items = items;
    this.failures = failures;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      writeNull(row, record);
    } else if (token == JsonToken.START_ARRAY) {
      int first = vector.startNewValue(row);
      int count = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.write(first + count, parser, record);
        count++;
      }
      vector.endValue(row, count);
    } else {
      throw failures.value(
          record,
          path,
          parser.getText(),
          "is %s, where the column holds arrays".formatted(JsonText.describe(token)));
    }
  }

  @Override
  public void writeNull(int row, long record) {
    if (!optional) {
      throw failures.column(record, path, "there is no value, and the column does not allow null");
    }
    vector.setNull(row);
  }
}
