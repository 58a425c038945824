package io.heddle.slice;

import io.heddle.schema.DamagedDataException;
import io.heddle.schema.StoredTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Parquet's record assembly, with Arrow vectors at the receiving end. */
final class NestedConverters {
  private NestedConverters() {}

  /** Where in a vector the next value goes. */
  static final class Place {
    int index;
  }

  /**
   * @param stored the column as the file has it
   * @throws DamagedDataException when stored values do not fit the vector
   */
  static Converter of(Type type, Field stored, FieldVector vector, Place place) {
    return switch (vector) {
      case MapVector map when isGroup(type) -> new MapConverter(type, stored, map, place);
      case ListVector list when isList(stored) -> new ListConverter(type, stored, list, place);
      case FixedSizeListVector list when isList(stored) ->
          new FixedSizeListConverter(type, stored, list, place);
      case StructVector struct when isStruct(stored) ->
          new StructConverter(type.asGroupType(), stored, struct, place);
      case FieldVector other when type.isPrimitive() ->
          new ValueConverter(ValueTarget.of(stored, other), place);
      default -> throw ValueTarget.mismatch(stored, vector.getField());
    };
  }

  private static boolean isGroup(Type type) {
    return !type.isPrimitive();
  }

  private static boolean isList(Field stored) {
    return switch (stored.getType().getTypeID()) {
      case List, FixedSizeList -> true;
      default -> false;
    };
  }

  private static boolean isStruct(Field stored) {
    return stored.getType() instanceof ArrowType.Struct;
  }

  private static final class ValueConverter extends PrimitiveConverter {
    private final ValueTarget target;
    private final Place place;

    ValueConverter(ValueTarget target, Place place) {
      this.target = target;
      this.place = place;
    }

    @Override
    public void addBinary(Binary value) {
      target.putBytes(place.index, value);
    }

    @Override
    public void addBoolean(boolean value) {
      target.putBoolean(place.index, value);
    }

    @Override
    public void addDouble(double value) {
      target.putDouble(place.index, value);
    }

    @Override
    public void addFloat(float value) {
      target.putFloat(place.index, value);
    }

    @Override
    public void addInt(int value) {
      target.putInt(place.index, value);
    }

    @Override
    public void addLong(long value) {
      target.putLong(place.index, value);
    }
  }

  private static final class StructConverter extends GroupConverter {
    private final StructVector vector;
    private final Place place;
    private final List<Converter> members;

    StructConverter(GroupType type, Field stored, StructVector vector, Place place) {
      this.vector = vector;
      this.place = place;
      Map<String, FieldVector> vectors =
          vector.getChildrenFromFields().stream()
              .collect(Collectors.toMap(FieldVector::getName, Function.identity()));
      members = new ArrayList<>();
      for (int i = 0; i < type.getFieldCount(); i++) {
        Type member = type.getType(i);
        FieldVector target = vectors.remove(member.getName());
        members.add(
            target == null
                ? ignored(member)
                : of(member, stored.getChildren().get(i), target, place));
      }
      vectors.values().forEach(NestedConverters::requireOptional);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return members.get(fieldIndex);
    }

    @Override
    public void start() {
      vector.setIndexDefined(place.index);
    }

    @Override
    public void end() {}
  }

  private static final class ListConverter extends GroupConverter {
    private final ListVector vector;
    private final Place place;
    private final Place item = new Place();
    private final Converter items;
    private int start;

    ListConverter(Type type, Field stored, ListVector vector, Place place) {
      this.vector = vector;
      this.place = place;
      items = items(type, stored, vector.getDataVector(), item);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return items;
    }

    @Override
    public void start() {
      start = vector.startNewValue(place.index);
      item.index = start;
    }

    @Override
    public void end() {
      vector.endValue(place.index, item.index - start);
    }
  }

  private static final class FixedSizeListConverter extends GroupConverter {
    private final FixedSizeListVector vector;
    private final Place place;
    private final Place item = new Place();
    private final Converter items;
    private int start;

    FixedSizeListConverter(Type type, Field stored, FixedSizeListVector vector, Place place) {
      this.vector = vector;
      this.place = place;
      items = items(type, stored, vector.getDataVector(), item);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return items;
    }

    @Override
    public void start() {
      start = vector.startNewValue(place.index);
      item.index = start;
    }

    @Override
    public void end() {
      if (item.index - start != vector.getListSize()) {
        throw new DamagedDataException(
            "column \"%s\": a list has %d items instead of %d"
                .formatted(vector.getName(), item.index - start, vector.getListSize()));
      }
    }
  }

  private static final class MapConverter extends GroupConverter {
    private final MapVector vector;
    private final Place place;
    private final Place entry = new Place();
    private final Converter entries;
    private int start;

    MapConverter(Type type, Field stored, MapVector vector, Place place) {
      this.vector = vector;
      this.place = place;
      GroupType repeated = type.asGroupType().getType(0).asGroupType();
      StructVector entryVector = (StructVector) vector.getDataVector();
      List<FieldVector> targets = entryVector.getChildrenFromFields();
      List<Field> parts = stored.getChildren().getFirst().getChildren();
      List<Converter> converters =
          IntStream.range(0, 2)
              .mapToObj(i -> of(repeated.getType(i), parts.get(i), targets.get(i), entry))
              .toList();
      entries =
          new RepeatedConverter(converters, entry, () -> entryVector.setIndexDefined(entry.index));
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return entries;
    }

    @Override
    public void start() {
      start = vector.startNewValue(place.index);
      entry.index = start;
    }

    @Override
    public void end() {
      vector.endValue(place.index, entry.index - start);
    }
  }

  /** The repeated group around an item: each time it comes, the next place is taken. */
  private static final class RepeatedConverter extends GroupConverter {
    private final List<Converter> members;
    private final Place place;
    private final Runnable onStart;

    RepeatedConverter(List<Converter> members, Place place, Runnable onStart) {
      this.members = members;
      this.place = place;
      this.onStart = onStart;
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return members.get(fieldIndex);
    }

    @Override
    public void start() {
      onStart.run();
    }

    @Override
    public void end() {
      place.index++;
    }
  }

  /** Tells when a group comes, and passes everything on. */
  static final class Watched extends GroupConverter {
    private final GroupConverter inner;
    private final Runnable onStart;

    Watched(GroupConverter inner, Runnable onStart) {
      this.inner = inner;
      this.onStart = onStart;
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return inner.getConverter(fieldIndex);
    }

    @Override
    public void start() {
      onStart.run();
      inner.start();
    }

    @Override
    public void end() {
      inner.end();
    }
  }

  private static Converter items(Type type, Field stored, FieldVector vector, Place place) {
    GroupType list = type.asGroupType();
    Field storedItem = stored.getChildren().getFirst();
    if (!StoredTypes.hasThreeLevels(list)) {
      throw new DamagedDataException(
          "column \"%s\" is a list of two levels, which is not supported"
              .formatted(stored.getName()));
    }
    return new RepeatedConverter(
        List.of(of(StoredTypes.element(list), storedItem, vector, place)), place, () -> {});
  }

  /** A stored member that nobody asked for. */
  private static Converter ignored(Type type) {
    if (type.isPrimitive()) {
      return new IgnoredValue();
    }
    List<Converter> members =
        type.asGroupType().getFields().stream().map(NestedConverters::ignored).toList();
    return new RepeatedConverter(members, new Place(), () -> {});
  }

  private static final class IgnoredValue extends PrimitiveConverter {
    @Override
    public void addBinary(Binary value) {}

    @Override
    public void addBoolean(boolean value) {}

    @Override
    public void addDouble(double value) {}

    @Override
    public void addFloat(float value) {}

    @Override
    public void addInt(int value) {}

    @Override
    public void addLong(long value) {}
  }

  static void requireOptional(FieldVector missing) {
    if (!missing.getField().isNullable()) {
      throw new DamagedDataException(
          "the required column \"%s\" is missing in the file".formatted(missing.getName()));
    }
  }
}
