package io.heddle.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * YAML 1.2, as far as JSON can express it: plain texts are numbers, booleans and null only in the
 * spellings of the core schema, keys occur once, there are no tags of one's own.
 */
public final class YamlDocuments {
  private final ParserImpl parser;
  private final DocumentLimits limits;
  private final Map<String, JsonNode> anchors = new HashMap<>();

  private YamlDocuments(String text, DocumentLimits limits) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.parser = new ParserImpl(new StreamReader(text), options);
    this.limits = limits;
  }

  /**
   * All documents of a text that are not empty.
   *
   * @throws MalformedDocumentException when it is no YAML, goes beyond JSON, or beyond the limits
   */
  public static List<Document> read(String text, DocumentLimits limits) {
    List<Document> documents = new ArrayList<>();
    try {
      new YamlDocuments(text, limits).readAll(documents);
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      throw new MalformedDocumentException(
          documents.size(), mark == null ? null : place(mark), "not YAML: " + e.getProblem());
    } catch (ReaderException e) {
      throw new MalformedDocumentException(
          documents.size(), null, "the text holds a character that YAML does not allow");
    } catch (YAMLException e) {
      throw new MalformedDocumentException(documents.size(), null, "not YAML: " + e.getMessage());
    }
    return documents;
  }

  /**
   * The only document of a text.
   *
   * @throws MalformedDocumentException as {@link #read}, and when there is none or another one
   */
  public static JsonNode readOne(String text, DocumentLimits limits) {
    List<Document> documents = read(text, limits);
    if (documents.size() != 1) {
      throw new MalformedDocumentException(
          documents.size(), null, "%d documents instead of one".formatted(documents.size()));
    }
    return documents.getFirst().tree();
  }

  private void readAll(List<Document> documents) {
    while (true) {
      Event event = parser.getEvent();
      if (event == null || event.is(Event.ID.StreamEnd)) {
        return;
      }
      if (event instanceof DocumentStartEvent) {
        int start = event.getStartMark().getIndex();
        DocumentBuilder builder = new DocumentBuilder(documents.size(), limits);
        anchors.clear();
        JsonNode tree = node(parser.getEvent(), "", 0, builder);
        Event end = parser.getEvent();
        if (end.getEndMark().getIndex() - start > limits.documentBytes()) {
          throw builder.malformed(
              place(event.getStartMark()),
              "a document of more than %d bytes".formatted(limits.documentBytes()));
        }
        if (!tree.isNull()) {
          documents.add(builder.build(tree));
        }
        if (documents.size() > limits.documents()) {
          throw builder.malformed(
              place(event.getStartMark()),
              "more than %d documents in one request".formatted(limits.documents()));
        }
      }
    }
  }

  private JsonNode node(Event event, String pointer, int depth, DocumentBuilder builder) {
    builder.value(pointer, depth, place(event.getStartMark()));
    if (event instanceof AliasEvent alias) {
      JsonNode target = anchors.get(alias.getAnchor());
      if (target == null) {
        throw builder.malformed(
            place(event.getStartMark()),
            "the alias '*%s' stands for nothing before it".formatted(alias.getAnchor()));
      }
      return copy(target, pointer, depth, place(event.getStartMark()), builder);
    }
    JsonNode node =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar, builder);
          case SequenceStartEvent start -> sequence(start, pointer, depth, builder);
          case MappingStartEvent start -> mapping(start, pointer, depth, builder);
          default -> throw builder.malformed(place(event.getStartMark()), "not a value: " + event);
        };
    String anchor = ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, node);
    }
    return node;
  }

  private JsonNode sequence(
      SequenceStartEvent start, String pointer, int depth, DocumentBuilder builder) {
    refuseTag(start.getTag(), "seq", start, builder);
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Event event = parser.getEvent();
        !(event instanceof SequenceEndEvent);
        event = parser.getEvent()) {
      array.add(node(event, pointer + "/" + array.size(), depth + 1, builder));
    }
    return array;
  }

  private JsonNode mapping(
      MappingStartEvent start, String pointer, int depth, DocumentBuilder builder) {
    refuseTag(start.getTag(), "map", start, builder);
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Event event = parser.getEvent();
        !(event instanceof MappingEndEvent);
        event = parser.getEvent()) {
      if (!(event instanceof ScalarEvent key)) {
        throw builder.malformed(place(event.getStartMark()), "a key is a text");
      }
      String name = key.getValue();
      String below = Document.below(pointer, name);
      TextPosition place = place(key.getStartMark());
      if (object.has(name)) {
        throw builder.malformed(place, "the key '%s' occurs twice".formatted(name));
      }
      builder.key(below, place);
      object.set(name, node(parser.getEvent(), below, depth + 1, builder));
    }
    return object;
  }

  private static JsonNode scalar(ScalarEvent event, DocumentBuilder builder) {
    String tag = event.getTag();
    if (event.isPlain() && tag == null) {
      return CoreSchema.resolve(event.getValue())
          .orElseThrow(
              () ->
                  builder.malformed(
                      place(event.getStartMark()),
                      "a number that is too long or too large; put it into quotes to make it a"
                          + " text"));
    }
    refuseTag(tag, "str", event, builder);
    return JsonNodeFactory.instance.textNode(event.getValue());
  }

  private static void refuseTag(
      @Nullable String tag, String allowed, Event event, DocumentBuilder builder) {
    if (tag != null && !tag.equals("!") && !tag.equals("tag:yaml.org,2002:" + allowed)) {
      throw builder.malformed(
          place(event.getStartMark()), "the tag '%s' is not supported".formatted(tag));
    }
  }

  /** What an alias stands for; its values count again and lie where the alias stands. */
  private static JsonNode copy(
      JsonNode node, String pointer, int depth, TextPosition place, DocumentBuilder builder) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                entry -> {
                  String below = Document.below(pointer, entry.getKey());
                  builder.value(below, depth + 1, place);
                  copy.set(
                      entry.getKey(), copy(entry.getValue(), below, depth + 1, place, builder));
                });
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        for (JsonNode item : array) {
          String below = pointer + "/" + copy.size();
          builder.value(below, depth + 1, place);
          copy.add(copy(item, below, depth + 1, place, builder));
        }
        yield copy;
      }
      default -> node;
    };
  }

  private static TextPosition place(Mark mark) {
    return new TextPosition(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
