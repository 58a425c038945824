package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** A column of arrays that all have the same length. */
final class JsonFixedListColumn implements JsonColumn {
  private final String path;
  private final boolean optional;
  private final FixedSizeListVector vector;
  private final JsonColumn items;
  private final ReadFailures failures;

  JsonFixedListColumn(
      String path,
      boolean optional,
      FixedSizeListVector vector,
      JsonColumn items,
      ReadFailures failures) {
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
      return;
    }
    if (token != JsonToken.START_ARRAY) {
      throw failures.value(
          record,
          path,
          parser.getText(),
          "is %s, where the column holds arrays".formatted(JsonText.describe(token)));
    }
    int length = vector.getListSize();
    int first = vector.startNewValue(row);
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY && count < length) {
      items.write(first + count, parser, record);
      count++;
    }
    if (count != length || parser.currentToken() != JsonToken.END_ARRAY) {
      throw failures.column(
          record, path, "the array does not have the length %d".formatted(length));
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
