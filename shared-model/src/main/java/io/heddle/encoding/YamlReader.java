package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** Builds trees from the events of a YAML parser, within limits. */
final class YamlReader {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final YamlDocuments.Limits limits;
  private final Parser parser;
  private final Map<String, Anchor> anchors = new HashMap<>();
  private int nodes;

  /** A finished value that aliases may repeat, and how many nodes it counts for. */
  private record Anchor(JsonNode node, int nodes) {}

  YamlReader(String text, YamlDocuments.Limits limits) {
    this.limits = limits;
    if (text.length() > limits.characters()) {
      throw new DocumentException(
          "",
          "at most %d characters".formatted(limits.characters()),
          "%d characters".formatted(text.length()),
          null);
    }
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(limits.characters());
    options.setNestingDepthLimit(limits.depth());
    parser = new ParserImpl(new StreamReader(text), options);
  }

  List<JsonNode> readAll() {
    List<JsonNode> documents = new ArrayList<>();
    try {
      expect(Event.ID.StreamStart);
      while (!parser.checkEvent(Event.ID.StreamEnd)) {
        Event start = expect(Event.ID.DocumentStart);
        if (documents.size() == limits.documents()) {
          throw refuse(start, "at most %d documents".formatted(limits.documents()), "more");
        }
        anchors.clear();
        nodes = 0;
        JsonNode document = readNode(0);
        expect(Event.ID.DocumentEnd);
        if (!document.isNull()) {
          documents.add(document);
        }
      }
      return documents;
    } catch (MarkedYAMLException e) {
      throw new DocumentException(
          "", "YAML", "%s%s".formatted(e.getProblem(), at(e.getProblemMark())), null);
    } catch (YAMLException e) {
      throw new DocumentException("", "YAML", String.valueOf(e.getMessage()), null);
    }
  }

  private Event expect(Event.ID kind) {
    Event event = parser.getEvent();
    if (!event.is(kind)) {
      throw refuse(event, kind.name(), event.getEventId().name());
    }
    return event;
  }

  private JsonNode readNode(int depth) {
    Event event = parser.getEvent();
    if (depth > limits.depth()) {
      throw refuse(event, "at most %d levels of nesting".formatted(limits.depth()), "more");
    }
    int before = nodes;
    count(event, 1);
    JsonNode node =
        switch (event) {
          case AliasEvent alias -> readAlias(alias);
          case ScalarEvent scalar -> readScalar(scalar);
          case SequenceStartEvent sequence -> readSequence(sequence, depth);
          case MappingStartEvent mapping -> readMapping(mapping, depth);
          default -> throw refuse(event, "a value", event.getEventId().name());
        };
    String anchor = event instanceof AliasEvent ? null : ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, new Anchor(node, nodes - before));
    }
    return node;
  }

  private void count(Event event, int more) {
    nodes += more;
    if (nodes > limits.nodes()) {
      throw refuse(
          event,
          "at most %d values, counting aliases as often as they occur".formatted(limits.nodes()),
          "more");
    }
  }

  /** An anchor is known once its value is complete, so that no value can contain itself. */
  private JsonNode readAlias(AliasEvent alias) {
    Anchor anchor = anchors.get(alias.getAnchor());
    if (anchor == null) {
      throw refuse(alias, "the alias of a value before it", "*" + alias.getAnchor());
    }
    count(alias, anchor.nodes);
    return anchor.node;
  }

  private static JsonNode readScalar(ScalarEvent scalar) {
    boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
    String tag = scalar.getTag();
    if (tag == null) {
      return plain
          ? PlainScalars.resolve(scalar.getValue())
              .orElseThrow(() -> refuse(scalar, "a number", Place.quote(scalar.getValue())))
          : TextNode.valueOf(scalar.getValue());
    }
    if (tag.equals("!") || tag.equals("tag:yaml.org,2002:str")) {
      return TextNode.valueOf(scalar.getValue());
    }
    throw refuse(scalar, "a value without a tag", tag);
  }

  private ArrayNode readSequence(SequenceStartEvent start, int depth) {
    refuseTag(start, start.getTag(), "tag:yaml.org,2002:seq");
    ArrayNode array = JSON.arrayNode();
    while (!parser.checkEvent(Event.ID.SequenceEnd)) {
      array.add(readNode(depth + 1));
    }
    parser.getEvent();
    return array;
  }

  private ObjectNode readMapping(MappingStartEvent start, int depth) {
    refuseTag(start, start.getTag(), "tag:yaml.org,2002:map");
    ObjectNode object = JSON.objectNode();
    while (!parser.checkEvent(Event.ID.MappingEnd)) {
      Event key = parser.getEvent();
      if (!(key instanceof ScalarEvent scalar)) {
        throw refuse(key, "a text as key", "something else");
      }
      if (object.has(scalar.getValue())) {
        throw refuse(key, "each key once", Place.quote(scalar.getValue()) + " again");
      }
      object.set(scalar.getValue(), readNode(depth + 1));
    }
    parser.getEvent();
    return object;
  }

  private static void refuseTag(Event event, @Nullable String tag, String allowed) {
    if (tag != null && !tag.equals("!") && !tag.equals(allowed)) {
      throw refuse(event, "a value without a tag", tag);
    }
  }

  private static DocumentException refuse(Event event, String expected, String found) {
    return new DocumentException("", expected, found + at(event.getStartMark()), null);
  }

  private static String at(@Nullable Mark mark) {
    return Optional.ofNullable(mark)
        .map(m -> " (line %d, column %d)".formatted(m.getLine() + 1, m.getColumn() + 1))
        .orElse("");
  }
}
