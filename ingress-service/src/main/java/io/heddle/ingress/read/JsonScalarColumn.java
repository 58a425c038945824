package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** A column of plain values; numbers are taken as their text. */
final class JsonScalarColumn implements JsonColumn {
  private final JsonPlace place;
  private final ValueWriter writer;
  private final int maxValueChars;

  JsonScalarColumn(JsonPlace place, ValueWriter writer, int maxValueChars) {
    this.place = place;
    this.writer = writer;
    this.maxValueChars = maxValueChars;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    String problem = null;
    switch (parser.currentToken()) {
      case VALUE_NULL -> writeNull(row, record);
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
        int to = from + parser.getTextLength();
        problem = writer.writeNumber(row, parser.getTextCharacters(), from, to);
      }
      case VALUE_TRUE -> problem = writer.writeBool(row, true);
      case VALUE_FALSE -> problem = writer.writeBool(row, false);
      default -> throw place.unexpected(parser, record, writer.expects());
    }
    if (problem != null) {
      throw place.value(parser, record, problem);
    }
  }

  @Override
  public void writeNull(int row, long record) {
    place.requireOptional(record);
    writer.writeNull(row);
  }
}
