package io.heddle.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/** Writes trees as YAML: block style, no needless quotes, texts of several lines as they are. */
public final class YamlWriter {
  private static final ImplicitTuple NO_TAG = new ImplicitTuple(true, true);

  private final Emitter emitter;

  private YamlWriter(StringWriter target) {
    DumperOptions options = new DumperOptions();
    options.setSplitLines(false);
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    emitter = new Emitter(target, options);
  }

  /** The text of a document, which ends with a line break. */
  public static String write(JsonNode document) {
    StringWriter target = new StringWriter();
    YamlWriter writer = new YamlWriter(target);
    writer.emit(new StreamStartEvent(null, null));
    writer.emit(new DocumentStartEvent(null, null, false, null, Map.of()));
    writer.writeNode(document);
    writer.emit(new DocumentEndEvent(null, null, false));
    writer.emit(new StreamEndEvent(null, null));
    return target.toString();
  }

  private void writeNode(JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        emit(new MappingStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
        node.properties()
            .forEach(
                field -> {
                  writeText(field.getKey());
                  writeNode(field.getValue());
                });
        emit(new MappingEndEvent(null, null));
      }
      case ARRAY -> {
        emit(new SequenceStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
        node.forEach(this::writeNode);
        emit(new SequenceEndEvent(null, null));
      }
      case STRING -> writeText(node.textValue());
      default -> scalar(node.asText(), ScalarStyle.PLAIN);
    }
  }

  private void writeText(String text) {
    if (CoreSchema.needsQuotes(text) || text.chars().anyMatch(YamlWriter::needsEscape)) {
      scalar(text, ScalarStyle.DOUBLE_QUOTED);
    } else {
      scalar(text, text.indexOf('\n') >= 0 ? ScalarStyle.LITERAL : ScalarStyle.PLAIN);
    }
  }

  /** Line breaks that YAML readers change into others, and characters that they may drop. */
  private static boolean needsEscape(int character) {
    return (character < ' ' && character != '\n' && character != '\t')
        || "\u007f\u0085\u2028\u2029\ufeff".indexOf(character) >= 0;
  }

  /** The emitter falls back to quotes where the wished style cannot hold the text. */
  private void scalar(String text, ScalarStyle style) {
    emit(new ScalarEvent(null, null, NO_TAG, text, null, null, style));
  }

  private void emit(Event event) {
    try {
      emitter.emit(event);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }
}
