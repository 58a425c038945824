package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heddle.problem.IngestException;
import java.io.IOException;

/**
 * Where a value stands, and whether it may be missing.
 *
 * @param path the column, and the way inside it: {@code o[].a}
 */
record JsonPlace(String path, boolean optional, ReadFailures failures) {
  /** To be called before a null is written. */
  void requireOptional(long record) {
    if (!optional) {
      throw failures.column(record, path, "there is no value, and the column does not allow null");
    }
  }

  /** A value of a kind that the column does not hold. */
  IngestException unexpected(JsonParser parser, long record, String expected) throws IOException {
    JsonToken token = parser.currentToken();
    return value(
        parser,
        record,
        "is %s, where the column holds %s".formatted(JsonText.describe(token), expected));
  }

  IngestException value(JsonParser parser, long record, String problem) throws IOException {
    return failures.value(record, path, parser.getText(), problem);
  }

  IngestException wrong(long record, String problem) {
    return failures.column(record, path, problem);
  }
}
