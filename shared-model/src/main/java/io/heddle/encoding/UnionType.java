package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A union: one of several tables, told apart by a tag in the buffer and by {@code kind} in
 * documents.
 */
final class UnionType<T> extends OdfType<T> implements ListItem<T> {
  static final String KIND = "kind";

  private final boolean shortForms;
  private final Supplier<List<Member<? extends T>>> definition;
  private final @Nullable IntFunction<? extends T> unknown;
  private volatile @Nullable Members<T> members;

  /**
   * @param shortForms whether a mere string may stand for a kind without required fields
   * @param definition is asked at first use, since the types of some unions contain the union
   */
  UnionType(String name, boolean shortForms, Supplier<List<Member<? extends T>>> definition) {
    this(name, shortForms, definition, null);
  }

  /**
   * @param unknown what stands for a member of a later revision in a buffer, by its tag; null when
   *     such a buffer is malformed
   */
  UnionType(
      String name,
      boolean shortForms,
      Supplier<List<Member<? extends T>>> definition,
      @Nullable IntFunction<? extends T> unknown) {
    super(name);
    this.unknown = unknown;
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

  List<Member<? extends T>> allMembers() {
    return List.copyOf(members().byTag.values());
  }

  /** The name of the value's kind in canonical spelling. */
  String kindOf(T value) {
    return memberOf(value).kind;
  }

  /** As {@link #kindOf}, by the tag in a buffer; empty when there is no such member. */
  Optional<String> kindOfTag(int tag) {
    return Optional.ofNullable(members().byTag.get(tag)).map(Member::kind);
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

  @Override
  int slots() {
    return 2;
  }

  @Override
  int buildOutside(BufferWriter writer, T value) {
    return memberOf(value).table.build(writer, value);
  }

  @Override
  void addTo(BufferWriter writer, int slot, T value, int outside, boolean evenZero) {
    writer.addByte(slot, memberOf(value).tag, false);
    writer.addOffset(slot + 1, outside);
  }

  @Override
  @Nullable T readFrom(TableReader table, int slot) {
    int tag = table.has(slot) ? Byte.toUnsignedInt(table.int8(slot)) : 0;
    boolean present = table.has(slot + 1);
    if (tag == 0 && !present) {
      return null;
    }
    if (tag == 0) {
      throw BufferReader.malformed("%s has a value, but no tag".formatted(name()));
    }
    Member<? extends T> member = members().byTag.get(tag);
    if (member == null) {
      return unknownTag(tag);
    }
    if (!present) {
      throw BufferReader.malformed("%s has a tag, but no value".formatted(name()));
    }
    return member.table.read(table.buffer(), table.target(slot + 1));
  }

  private T unknownTag(int tag) {
    if (unknown == null) {
      throw BufferReader.malformed("%s has no member with tag %d".formatted(name(), tag));
    }
    return unknown.apply(tag);
  }

  /** FlatBuffers has no vector of unions as these; each item stands in a table of its own. */
  @Override
  public int buildItem(BufferWriter writer, T value) {
    writer.enterTable();
    int outside = buildOutside(writer, value);
    writer.leaveTable();
    return writer.buildTable(2, () -> addTo(writer, 0, value, outside, false));
  }

  @Override
  public T readItem(BufferReader buffer, int position) {
    T value = readFrom(buffer.enterTable(position), 0);
    buffer.leaveTable();
    if (value == null) {
      throw BufferReader.malformed("an item of a list of %s is empty".formatted(name()));
    }
    return value;
  }
}
