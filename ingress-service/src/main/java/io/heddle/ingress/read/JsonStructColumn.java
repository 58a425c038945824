package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.apache.arrow.vector.complex.StructVector;

/** A column of objects. */
final class JsonStructColumn implements JsonColumn {
  private final JsonPlace place;
  private final StructVector vector;
  private final JsonMembers members;

  JsonStructColumn(JsonPlace place, StructVector vector, JsonMembers members) {
    this.place = place;
    this.vector = vector;
    this.members = members;
  }

  @Override
  public void write(int row, JsonParser parser, long record) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_NULL -> writeNull(row, record);
      case START_OBJECT -> {
        vector.setIndexDefined(row);
        members.write(row, parser, record);
      }
      default -> throw place.unexpected(parser, record, "objects");
    }
  }

  @Override
  public void writeNull(int row, long record) {
    place.requireOptional(record);
    vector.setNull(row);
  }
}
