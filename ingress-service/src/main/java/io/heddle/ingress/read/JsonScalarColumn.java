package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A column of plain values; numbers are taken as their text. */
final class JsonScalarColumn implements JsonColumn {
  private final String path;
  private final boolean optional;
  private final ValueWriter writer;
  private final int maxValueChars;
  private final ReadFailures failures;

  JsonScalarColumn(
      String path, boolean optional, ValueWriter writer, int maxValueChars, ReadFailures failures) {
    this.path = path;
    this.optional = optional;
    this.writer = writer;
    this.maxValueChars = maxValueChars;
    this.failures = failures;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    String problem;
    switch (parser.currentToken()) {
      case VALUE_NULL -> {
        writeNull(row, record);
        problem = null;
      }
      case VALUE_STRING -> {
        int from = parser.getTextOffset();
        int length = parser.getTextLength();
        problem =
            length > maxValueChars
                ? "is longer than %d characters, which this installation does not allow"
                    .formatted(maxValueChars)
                : writer.writeText(row, parser.getTextCharacters(), from, from + length);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        int from = parser.getTextOffset();
        problem =
            writer.writeNumber(
                row, parser.getTextCharacters(), from, from + parser.getTextLength());
      }
      case VALUE_TRUE -> problem = writer.writeBool(row, true);
      case VALUE_FALSE -> problem = writer.writeBool(row, false);
      default ->
          problem =
              "is %s, where the column holds %s"
                  .formatted(JsonText.describe(parser.currentToken()), writer.expects());
    }
    refuse(problem, parser, record);
  }

  private void refuse(@Nullable String problem, JsonParser parser, long record) throws IOException {
    if (problem != null) {
      throw failures.value(record, path, parser.getText(), problem);
    }
  }

  @Override
  public void writeNull(int row, long record) {
    if (!optional) {
      throw failures.column(record, path, "there is no value, and the column does not allow null");
    }
    writer.writeNull(row);
  }
}
