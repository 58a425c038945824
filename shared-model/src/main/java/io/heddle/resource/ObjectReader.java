package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.DocumentException;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.Suggestion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one object and collects what is wrong with all of them, so that a user sees
 * every mistake at once. Fields are named first; {@link #end()} then refuses the object, or lets
 * the values be taken.
 */
final class ObjectReader {
  private final ObjectNode object;
  private final String pointer;
  private final String what;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> known = new TreeSet<>();

  private ObjectReader(ObjectNode object, String pointer, String what) {
    this.object = object;
    this.pointer = pointer;
    this.what = what;
  }

  /** Turns a tree into a value; may also throw {@link IllegalArgumentException} with a message. */
  @FunctionalInterface
  interface Decoder<T> {
    T decode(JsonNode node, String pointer);
  }

  /** What a field held; null when it was absent or wrong. */
  record Value<T>(@Nullable T orNull) {
    /** For required fields, after {@link ObjectReader#end()}. */
    T get() {
      if (orNull == null) {
        throw new IllegalStateException("taken before the object was found to be complete");
      }
      return orNull;
    }

    T or(T byDefault) {
      return orNull == null ? byDefault : orNull;
    }
  }

  static ObjectReader of(JsonNode node, String pointer, String what) {
    if (node instanceof ObjectNode object) {
      return new ObjectReader(object, pointer, what);
    }
    throw new InvalidResourceException(
        new Finding(
            pointer,
            Finding.INVALID_VALUE,
            "expected an object (%s), found %s".formatted(what, describe(node))));
  }

  <T> Value<T> optional(String key, Decoder<T> decoder) {
    known.add(key);
    JsonNode node = object.get(key);
    if (node == null || node.isNull()) {
      return new Value<>(null);
    }
    return new Value<>(collecting(node, pointer + "/" + escape(key), decoder, findings));
  }

  <T> Value<T> required(String key, Decoder<T> decoder) {
    JsonNode node = object.get(key);
    if (node == null || node.isNull()) {
      findings.add(
          new Finding(pointer, Finding.MISSING_FIELD, "%s needs '%s'".formatted(what, key)));
    }
    return optional(key, decoder);
  }

  /** Allows keys that are looked at elsewhere. */
  void ignore(String... keys) {
    known.addAll(List.of(keys));
  }

  void refuse(String key, String code, String message) {
    findings.add(new Finding(pointer + "/" + escape(key), code, message));
  }

  void refuse(String code, String message) {
    findings.add(new Finding(pointer, code, message));
  }

  boolean has(String key) {
    return object.hasNonNull(key);
  }

  /**
   * Of what a service has written: members that a newer version adds are of no concern here.
   *
   * @throws InvalidResourceException when anything was wrong
   */
  void endOfWritten() {
    object.fieldNames().forEachRemaining(known::add);
    end();
  }

  /**
   * @throws InvalidResourceException when anything was wrong
   */
  void end() {
    for (Iterator<String> keys = object.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        findings.add(
            new Finding(
                pointer + "/" + escape(key),
                Finding.UNKNOWN_FIELD,
                "'%s' is not a field of %s (%s)".formatted(key, what, String.join(", ", known)),
                Suggestion.closest(key, known)
                    .map(name -> "did you mean " + name + "?")
                    .orElse(null)));
      }
    }
    if (!findings.isEmpty()) {
      throw new InvalidResourceException(findings);
    }
  }

  static <T> Decoder<List<T>> listOf(Decoder<T> item) {
    return (node, pointer) -> {
      if (!node.isArray()) {
        throw new IllegalArgumentException("expected a list, found " + describe(node));
      }
      List<Finding> findings = new ArrayList<>();
      List<T> items = new ArrayList<>();
      for (int i = 0; i < node.size(); i++) {
        T value = collecting(node.get(i), pointer + "/" + i, item, findings);
        if (value != null) {
          items.add(value);
        }
      }
      if (!findings.isEmpty()) {
        throw new InvalidResourceException(findings);
      }
      return items;
    };
  }

  static <T> Decoder<Map<String, T>> mapOf(Decoder<T> value) {
    return (node, pointer) -> {
      if (!(node instanceof ObjectNode object)) {
        throw new IllegalArgumentException("expected a mapping, found " + describe(node));
      }
      List<Finding> findings = new ArrayList<>();
      Map<String, T> entries = new LinkedHashMap<>();
      object
          .properties()
          .forEach(
              entry -> {
                String key = entry.getKey();
                T read = collecting(entry.getValue(), pointer + "/" + escape(key), value, findings);
                if (read != null) {
                  entries.put(key, read);
                }
              });
      if (!findings.isEmpty()) {
        throw new InvalidResourceException(findings);
      }
      return entries;
    };
  }

  static <T> Decoder<T> odf(OdfType<T> type) {
    return (node, pointer) -> type.fromJson(node);
  }

  private static <T> @Nullable T collecting(
      JsonNode node, String pointer, Decoder<T> decoder, List<Finding> findings) {
    try {
      return decoder.decode(node, pointer);
    } catch (InvalidResourceException e) {
      findings.addAll(e.findings());
    } catch (DocumentException e) {
      findings.add(finding(e, pointer));
    } catch (IllegalArgumentException e) {
      String message = e.getMessage() == null ? "not valid" : e.getMessage();
      findings.add(new Finding(pointer, Finding.INVALID_VALUE, message));
    }
    return null;
  }

  private static Finding finding(DocumentException e, String pointer) {
    String code =
        e.found().startsWith("unknown key")
            ? Finding.UNKNOWN_FIELD
            : e.found().equals("nothing")
                ? Finding.MISSING_FIELD
                : e.pointer().endsWith("/kind") ? Finding.UNKNOWN_VARIANT : Finding.INVALID_VALUE;
    String place =
        code.equals(Finding.MISSING_FIELD)
            ? e.pointer().substring(0, Math.max(0, e.pointer().lastIndexOf('/')))
            : e.pointer();
    String name =
        code.equals(Finding.MISSING_FIELD) && !e.pointer().isEmpty()
            ? "'%s': ".formatted(e.pointer().substring(e.pointer().lastIndexOf('/') + 1))
            : "";
    return new Finding(
        pointer + place,
        code,
        "%sexpected %s, found %s".formatted(name, e.expected(), e.found()),
        e.suggestion().map(text -> "did you mean " + text + "?").orElse(null));
  }

  static String describe(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NULL, MISSING -> "nothing";
      default -> {
        String text = node.asText();
        yield "'" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "'";
      }
    };
  }

  static String escape(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}
