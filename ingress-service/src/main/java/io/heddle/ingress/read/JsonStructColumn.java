package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.arrow.vector.complex.StructVector;

/** A column of objects. */
final class JsonStructColumn implements JsonColumn {
  private final String path;
  private final boolean optional;
  private final StructVector vector;
  private final JsonMembers members;
  private final ReadFailures failures;

  JsonStructColumn(
      String path,
      boolean optional,
      StructVector vector,
      JsonMembers members,
      ReadFailures failures) {
    this.path = path;
    this.optional = optional;
    this.vector = vector;
    this.members = members;
    this.failures = failures;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      writeNull(row, record);
    } else if (token == JsonToken.START_OBJECT) {
      vector.setIndexDefined(row);
      members.write(row, parser, record);
    } else {
      throw failures.value(
          record,
          path,
          parser.getText(),
          "is %s, where the column holds objects".formatted(JsonText.describe(token)));
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
