package io.heddle.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON: one document, a list of documents, or documents one after another (NDJSON). */
public final class JsonDocuments {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final JsonParser parser;
  private final DocumentLimits limits;
  private final List<Document> documents = new ArrayList<>();

  private JsonDocuments(JsonParser parser, DocumentLimits limits) {
    this.parser = parser;
    this.limits = limits;
  }

  /**
   * @throws MalformedDocumentException when it is no JSON, or beyond the limits
   */
  public static List<Document> read(String text, DocumentLimits limits) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonDocuments(parser, limits).readAll();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a text in memory failed", e);
    }
  }

  private List<Document> readAll() throws IOException {
    try {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_ARRAY) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            readOne();
          }
        } else {
          readOne();
        }
      }
      return documents;
    } catch (JsonProcessingException e) {
      JsonLocation location = e.getLocation();
      throw new MalformedDocumentException(
          documents.size(),
          location == null ? null : place(location),
          "not JSON: " + JsonFaults.describe(e));
    }
  }

  private void readOne() throws IOException {
    DocumentBuilder builder = new DocumentBuilder(documents.size(), limits);
    TextPosition start = place();
    long from = parser.currentTokenLocation().getCharOffset();
    JsonNode tree = value("", 0, builder);
    if (parser.currentLocation().getCharOffset() - from > limits.documentBytes()) {
      throw builder.malformed(
          start, "a document of more than %d bytes".formatted(limits.documentBytes()));
    }
    documents.add(builder.build(tree));
    if (documents.size() > limits.documents()) {
      throw builder.malformed(
          start, "more than %d documents in one request".formatted(limits.documents()));
    }
  }

  private JsonNode value(String pointer, int depth, DocumentBuilder builder) throws IOException {
    builder.value(pointer, depth, place());
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(pointer, depth, builder);
      case START_ARRAY -> array(pointer, depth, builder);
      case VALUE_STRING -> JSON.textNode(parser.getText());
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT -> JSON.numberNode(parser.getIntValue());
            case LONG -> JSON.numberNode(parser.getLongValue());
            default -> JSON.numberNode(parser.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> DecimalNode.valueOf(parser.getDecimalValue());
      case VALUE_TRUE -> JSON.booleanNode(true);
      case VALUE_FALSE -> JSON.booleanNode(false);
      case VALUE_NULL -> JSON.nullNode();
      case null, default -> throw builder.malformed(place(), "a document is cut off");
    };
  }

  private ObjectNode object(String pointer, int depth, DocumentBuilder builder) throws IOException {
    ObjectNode object = JSON.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      String below = Document.below(pointer, name);
      builder.key(below, place());
      parser.nextToken();
      object.set(name, value(below, depth + 1, builder));
    }
    return object;
  }

  private ArrayNode array(String pointer, int depth, DocumentBuilder builder) throws IOException {
    ArrayNode array = JSON.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(pointer + "/" + array.size(), depth + 1, builder));
    }
    return array;
  }

  private TextPosition place() {
    return place(parser.currentTokenLocation());
  }

  private static TextPosition place(@Nullable JsonLocation location) {
    return location == null
        ? new TextPosition(1, 1)
        : new TextPosition(location.getLineNr(), location.getColumnNr());
  }
}
