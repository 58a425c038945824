package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the type of a place from the values that stand there (sources, "No schema"). */
final class JsonInference {
  private enum Kind {
    BOOL,
    INTEGER,
    FLOAT,
    TEXT,
    OBJECT,
    ARRAY
  }

  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final Map<String, JsonInference> members = new LinkedHashMap<>();
  private @Nullable JsonInference items;

  /** Looks at the value at which the parser stands, and leaves the parser at the value's end. */
  void add(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_TRUE, VALUE_FALSE -> kinds.add(Kind.BOOL);
      case VALUE_NUMBER_INT -> kinds.add(Kind.INTEGER);
      case VALUE_NUMBER_FLOAT -> kinds.add(Kind.FLOAT);
      case VALUE_STRING -> kinds.add(Kind.TEXT);
      case START_OBJECT -> addObject(parser);
      case START_ARRAY -> addArray(parser);
      default -> {
        // A null says nothing.
      }
    }
  }

  private void addObject(JsonParser parser) throws IOException {
    kinds.add(Kind.OBJECT);
    // Columns stand in the order of their first appearance; those of one object by name.
    Map<String, JsonInference> appeared = new TreeMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonInference member = members.get(name);
      if (member == null) {
        requireText(name);
        member = new JsonInference();
        appeared.put(name, member);
      }
      parser.nextToken();
      member.add(parser);
    }
    members.putAll(appeared);
  }

  /** Such a name could not become that of a column: nothing can write it down. */
  private static void requireText(String name) throws MalformedTextException {
    StringBuilder shown = new StringBuilder();
    boolean text = true;
    for (int i = 0; i < name.length(); ) {
      int point = name.codePointAt(i);
      boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
      text &= !half;
      shown.append(half ? "\\u%04x".formatted(point) : Character.toString(point));
      i += Character.charCount(point);
    }
    if (!text) {
      throw new MalformedTextException(
          "the key \"%s\" holds half of a surrogate pair, which is no text".formatted(shown));
    }
  }

  private void addArray(JsonParser parser) throws IOException {
    kinds.add(Kind.ARRAY);
    JsonInference inference = items == null ? new JsonInference() : items;
    items = inference;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      inference.add(parser);
    }
  }

  /** The columns, when the values were the records themselves. */
  DataSchema schema() {
    return new DataSchema(fields());
  }

  private List<DataField> fields() {
    List<DataField> fields = new ArrayList<>();
    members.forEach((name, member) -> fields.add(new DataField(name, member.type())));
    return fields;
  }

  private DataType type() {
    if (kinds.isEmpty()) {
      return new DataType.Null();
    }
    return new DataType.Option(requiredType());
  }

  private DataType requiredType() {
    if (kinds.equals(EnumSet.of(Kind.INTEGER, Kind.FLOAT))) {
      return new DataType.Float64();
    }
    if (kinds.size() > 1) {
      // The values that are no text are refused when they are read.
      return new DataType.Text();
    }
    return switch (kinds.iterator().next()) {
      case BOOL -> new DataType.Bool();
      case INTEGER -> new DataType.Int64();
      case FLOAT -> new DataType.Float64();
      case TEXT -> new DataType.Text();
      case OBJECT -> new DataType.Struct(fields());
      case ARRAY -> new DataType.List(items == null ? new DataType.Null() : items.type(), null);
    };
  }
}
