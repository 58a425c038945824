package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A union: one of several tables, told apart by a tag in the buffer and by {@code kind} in
 * documents.
 */
final class UnionType<T> extends OdfType<T> {
  static final String KIND = "kind";

  private final boolean shortForms;
  private final Supplier<List<Member<? extends T>>> definition;
  private volatile @Nullable Members<T> members;

  /**
   * @param shortForms whether a mere string may stand for a kind without required fields
   * @param definition is asked at first use, since the types of some unions contain the union
   */
  UnionType(String name, boolean shortForms, Supplier<List<Member<? extends T>>> definition) {
    super(name);
    this.shortForms = shortForms;
    this.definition = definition;
  }

  /** One case of a union. */
  record Member<M>(int tag, String kind, TableType<M> table) {}

  private static final class Members<T> {
    final Spellings<Member<? extends T>> byKind;
    final Map<Class<?>, Member<? extends T>> byClass = new LinkedHashMap<>();
    final Map<Integer, Member<? extends T>> byTag = new LinkedHashMap<>();

    Members(List<Member<? extends T>> members) {
      Map<String, Member<? extends T>> names = new LinkedHashMap<>();
      for (Member<? extends T> member : members) {
        names.put(member.kind, member);
        byClass.put(member.table.javaType(), member);
        byTag.put(member.tag, member);
      }
      byKind = new Spellings<>(names);
    }
  }

  /** Racing threads may each build the index; all of them are equal. */
  private Members<T> members() {
    Members<T> known = members;
    if (known == null) {
      known = new Members<>(definition.get());
      members = known;
    }
    return known;
  }

  @SuppressWarnings("unchecked") // looked up by the value's own class
  private Member<T> memberOf(T value) {
    Member<? extends T> member = members().byClass.get(value.getClass());
    if (member == null) {
      throw new IllegalArgumentException("%s has no written form for %s".formatted(name(), value));
    }
    return (Member<T>) member;
  }

  /** The name of the value's kind in canonical spelling. */
  String kindOf(T value) {
    return memberOf(value).kind;
  }

  @Override
  JsonNode writeJson(T value) {
    Member<T> member = memberOf(value);
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put(KIND, member.kind);
    member.table.writeFields(value, object);
    return object;
  }

  @Override
  T readJson(JsonNode node, Place place) {
    if (shortForms && node.isTextual()) {
      return readShortForm(node.textValue(), place);
    }
    if (!(node instanceof ObjectNode object)) {
      throw place.expected("an object with kind (" + name() + ")", node);
    }
    JsonNode kind = object.get(KIND);
    if (kind == null || !kind.isTextual()) {
      throw place
          .key(KIND)
          .expected(
              "the kind of %s (%s)".formatted(name(), String.join(", ", members().byKind.names())),
              kind == null ? "nothing" : Place.describe(kind));
    }
    Member<? extends T> member = memberOf(kind.textValue(), place.key(KIND));
    return member.table.readFields(object, KIND, place);
  }

  private T readShortForm(String kind, Place place) {
    Member<? extends T> member = memberOf(kind, place);
    if (member.table.hasRequiredFields()) {
      throw place.expected(
          "an object: %s has required fields".formatted(member.kind), Place.quote(kind));
    }
    return member.table.readFields(JsonNodeFactory.instance.objectNode(), null, place);
  }

  private Member<? extends T> memberOf(String kind, Place place) {
    Members<T> known = members();
    Member<? extends T> member = known.byKind.find(kind);
    if (member == null) {
      throw place.expectedOneOf(
          "a kind of " + name(), known.byKind.names(), Place.quote(kind), kind);
    }
    return member;
  }
}
