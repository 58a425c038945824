package io.heddle.resources.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.heddle.document.JsonFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The JSON object that a request has as its body: no member but the known ones, of their types. */
public final class JsonBody {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonNode object;

  private JsonBody(JsonNode object) {
    this.object = object;
  }

  /**
   * @param body empty: an object without members
   * @throws io.heddle.problem.ProblemException when it is anything else
   */
  public static JsonBody read(byte[] body, Set<String> known) {
    return of(body.length == 0 ? JsonNodeFactory.instance.objectNode() : tree(body), known);
  }

  private static JsonNode tree(byte[] body) {
    try (JsonParser parser = MAPPER.createParser(body)) {
      JsonNode tree = MAPPER.readTree(parser);
      if (parser.nextToken() != null) {
        throw Query.malformed("the body is one JSON object, and something follows it");
      }
      return tree == null ? JsonNodeFactory.instance.objectNode() : tree;
    } catch (JsonProcessingException e) {
      throw Query.malformed("the body is not JSON: " + JsonFaults.describe(e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading a body in memory failed", e);
    }
  }

  private static JsonBody of(JsonNode object, Set<String> known) {
    if (!object.isObject()) {
      throw Query.malformed("the body is a JSON object");
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw Query.malformed(
            "'%s' is none of %s".formatted(name, String.join(", ", new TreeSet<>(known))));
      }
    }
    return new JsonBody(object);
  }

  /** A member that is an object; empty when it is not there. */
  public JsonBody object(String name, Set<String> known) {
    JsonNode value = value(name);
    return of(value == null ? JsonNodeFactory.instance.objectNode() : value, known);
  }

  public @Nullable String text(String name) {
    JsonNode value = value(name);
    if (value != null && !value.isTextual()) {
      throw Query.malformed("'%s' is a text".formatted(name));
    }
    return value == null ? null : value.textValue();
  }

  public @Nullable List<String> texts(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    value.forEach(
        text -> {
          if (!text.isTextual()) {
            throw Query.malformed("'%s' is a list of texts".formatted(name));
          }
          texts.add(text.textValue());
        });
    if (!value.isArray() || texts.isEmpty()) {
      throw Query.malformed("'%s' is a list of one or more texts".formatted(name));
    }
    return texts;
  }

  public @Nullable Long number(String name, long least) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < least) {
      throw Query.malformed("'%s' is a number, %d or more".formatted(name, least));
    }
    return value.longValue();
  }

  public boolean flag(String name) {
    JsonNode value = value(name);
    if (value != null && !value.isBoolean()) {
      throw Query.malformed("'%s' is true or false".formatted(name));
    }
    return value != null && value.booleanValue();
  }

  private @Nullable JsonNode value(String name) {
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? null : value;
  }
}
