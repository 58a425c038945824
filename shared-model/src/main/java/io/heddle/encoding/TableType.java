package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table: named fields in the order of their slots. */
final class TableType<T> extends OutOfLineType<T> {
  private final Class<T> javaType;
  private final List<Field<T, ?>> fields;
  private final Map<String, Field<T, ?>> byName;
  private final Function<Values<T>, T> constructor;
  private final int slots;

  private TableType(
      String name,
      Class<T> javaType,
      List<Field<T, ?>> fields,
      Function<Values<T>, T> constructor) {
    super(name);
    this.javaType = javaType;
    this.fields = List.copyOf(fields);
    this.constructor = constructor;
    this.slots = fields.stream().mapToInt(field -> field.slot + field.type.slots()).max().orElse(0);
    byName = new LinkedHashMap<>();
    for (Field<T, ?> field : fields) {
      byName.put(field.name, field);
    }
  }

  /**
   * Describes a table.
   *
   * @param definition names the fields in the order of their slots, and returns how a value is made
   *     of theirs
   */
  static <T> TableType<T> of(
      String name, Class<T> javaType, Function<Definition<T>, Function<Values<T>, T>> definition) {
    Definition<T> fields = new Definition<>();
    Function<Values<T>, T> constructor = definition.apply(fields);
    return new TableType<>(name, javaType, fields.fields, constructor);
  }

  /** A table without fields. */
  static <T> TableType<T> empty(String name, Class<T> javaType, T value) {
    return new TableType<>(name, javaType, List.of(), values -> value);
  }

  /** Collects the fields of a table. */
  static final class Definition<T> {
    private final List<Field<T, ?>> fields = new ArrayList<>();

    <V> Field.Required<T, V> required(
        int slot, String name, OdfType<V> type, Field.Getter<T, V> getter) {
      var field = new Field.Required<>(fields.size(), slot, name, type, getter);
      fields.add(field);
      return field;
    }

    <V> Field.Optional<T, V> optional(
        int slot, String name, OdfType<V> type, Field.Getter<T, V> getter) {
      var field = new Field.Optional<>(fields.size(), slot, name, type, getter);
      fields.add(field);
      return field;
    }
  }

  /** The values of a table's fields while it is read. */
  static final class Values<T> {
    private final @Nullable Object[] values;

    private Values(@Nullable Object[] values) {
      this.values = values;
    }

    @SuppressWarnings("unchecked") // what stands at the field's index came from the field's type
    <V> V get(Field.Required<T, V> field) {
      Object value = values[field.index];
      if (value == null) {
        throw new IllegalStateException("required field " + field.name + " was not checked");
      }
      return (V) value;
    }

    @SuppressWarnings("unchecked") // as above
    <V> @Nullable V get(Field.Optional<T, V> field) {
      return (V) values[field.index];
    }
  }

  Class<T> javaType() {
    return javaType;
  }

  List<Field<T, ?>> fields() {
    return fields;
  }

  /**
   * The value whose fields have these values.
   *
   * @param values in the order of the fields; null for one that is absent
   */
  T create(@Nullable Object[] values) {
    return constructor.apply(new Values<>(values));
  }

  boolean hasRequiredFields() {
    return fields.stream().anyMatch(field -> field instanceof Field.Required);
  }

  @Override
  JsonNode writeJson(T value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    writeFields(value, object);
    return object;
  }

  void writeFields(T value, ObjectNode object) {
    for (Field<T, ?> field : fields) {
      writeField(field, value, object);
    }
  }

  private static <T, V> void writeField(Field<T, V> field, T value, ObjectNode object) {
    V part = field.of(value);
    if (part != null) {
      object.set(field.name, field.type.writeJson(part));
    }
  }

  @Override
  T readJson(JsonNode node, Place place) {
    if (!(node instanceof ObjectNode object)) {
      throw place.expected("an object (" + name() + ")", node);
    }
    return readFields(object, null, place);
  }

  /**
   * Reads the fields of an object.
   *
   * @param tag a key that is no field but belongs there, or null
   */
  T readFields(ObjectNode object, @Nullable String tag, Place place) {
    refuseUnknownKeys(object, tag, place);
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (Field<T, ?> field : fields) {
      JsonNode node = object.get(field.name);
      if (node != null && !node.isNull()) {
        values[field.index] = field.type.readJson(node, place.key(field.name));
      } else if (field instanceof Field.Required) {
        throw place
            .key(field.name)
            .expected("%s (required in %s)".formatted(field.type.name(), name()), "nothing");
      }
    }
    return create(values);
  }

  private void refuseUnknownKeys(ObjectNode object, @Nullable String tag, Place place) {
    for (Iterator<String> keys = object.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!byName.containsKey(key) && !key.equals(tag)) {
        throw place
            .key(key)
            .expectedOneOf(
                "a key of " + name(), byName.keySet(), "unknown key " + Place.quote(key), key);
      }
    }
  }

  @Override
  int build(BufferWriter writer, T value) {
    writer.enterTable();
    int[] outside = new int[fields.size()];
    for (Field<T, ?> field : fields) {
      outside[field.index] = buildOutside(writer, field, value);
    }
    writer.leaveTable();
    return writer.buildTable(
        slots,
        () -> {
          for (Field<T, ?> field : fields) {
            addField(writer, field, value, outside[field.index]);
          }
        });
  }

  private static <T, V> int buildOutside(BufferWriter writer, Field<T, V> field, T value) {
    V part = field.of(value);
    return part == null ? 0 : field.type.buildOutside(writer, part);
  }

  private static <T, V> void addField(
      BufferWriter writer, Field<T, V> field, T value, int outside) {
    V part = field.of(value);
    if (part != null) {
      field.type.addTo(writer, field.slot, part, outside, field instanceof Field.Optional);
    }
  }

  @Override
  T read(BufferReader buffer, int position) {
    TableReader table = buffer.enterTable(position);
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (Field<T, ?> field : fields) {
      values[field.index] = readField(table, field);
    }
    buffer.leaveTable();
    return create(values);
  }

  private <V> @Nullable V readField(TableReader table, Field<T, V> field) {
    V value = field.type.readFrom(table, field.slot);
    if (value == null && field instanceof Field.Required) {
      value = field.type.whenLeftOut();
      if (value == null) {
        throw BufferReader.malformed("%s has no %s".formatted(name(), field.name));
      }
    }
    return value;
  }
}
