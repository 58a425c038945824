package io.heddle.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How a dataset's schema may change: by optional columns that are added, at any level, and by
 * attributes and order (ODF "SetDataSchema", comparison).
 *
 * <p>An explicit default unit or zone is the same as an absent one.
 */
public record SchemaEvolution(List<SchemaDifference> differences) {
  public SchemaEvolution {
    differences = List.copyOf(differences);
  }

  public static SchemaEvolution between(DataSchema before, DataSchema after) {
    List<SchemaDifference> differences = new ArrayList<>();
    if (!Objects.equals(before.extra(), after.extra())) {
      differences.add(new SchemaDifference.ExtraChanged(""));
    }
    compareFields("", before.fields(), after.fields(), differences);
    return new SchemaEvolution(differences);
  }

  /** Whether both are the same schema; to set it again would change nothing. */
  public boolean isIdentical() {
    return differences.isEmpty();
  }

  /** What forbids the new schema to follow the old one; empty if nothing does. */
  public List<SchemaDifference> refused() {
    return differences.stream().filter(difference -> !difference.isAllowed()).toList();
  }

  /** Likewise where the old schema was converted from its legacy Arrow form. */
  public List<SchemaDifference> refusedAfterLegacySchema() {
    return refused().stream().filter(difference -> !difference.concernsOptionalityOnly()).toList();
  }

  /** Whether values of both types are the same, explicit defaults and attributes aside. */
  public static boolean isSameType(DataType one, DataType other) {
    List<SchemaDifference> differences = new ArrayList<>();
    compareTypes("", one, other, differences);
    return differences.stream().allMatch(SchemaDifference.ExtraChanged.class::isInstance);
  }

  private static void compareFields(
      String path,
      List<DataField> before,
      List<DataField> after,
      List<SchemaDifference> differences) {
    Map<String, DataField> old = byName(before);
    Map<String, DataField> current = byName(after);
    old.forEach(
        (name, field) -> {
          DataField match = current.get(name);
          String fieldPath = join(path, name);
          if (match == null) {
            differences.add(new SchemaDifference.Removed(fieldPath, field.type()));
            return;
          }
          if (!Objects.equals(field.extra(), match.extra())) {
            differences.add(new SchemaDifference.ExtraChanged(fieldPath));
          }
          compareTypes(fieldPath, field.type(), match.type(), differences);
        });
    current.forEach(
        (name, field) -> {
          if (!old.containsKey(name)) {
            differences.add(new SchemaDifference.Added(join(path, name), field.type()));
          }
        });
    compareOrder(
        path,
        old.keySet().stream().filter(current::containsKey).toList(),
        current.keySet().stream().filter(old::containsKey).toList(),
        differences);
  }

  private static void compareOrder(
      String path, List<String> before, List<String> after, List<SchemaDifference> differences) {
    List<String> moved = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      if (!after.get(i).equals(before.get(i))) {
        moved.add(join(path, after.get(i)));
      }
    }
    if (!moved.isEmpty()) {
      differences.add(new SchemaDifference.Reordered(path, moved));
    }
  }

  private static void compareTypes(
      String path, DataType before, DataType after, List<SchemaDifference> differences) {
    if (before instanceof DataType.Option(DataType inner)) {
      if (after instanceof DataType.Option(DataType afterInner)) {
        compareTypes(path, inner, afterInner, differences);
      } else {
        differences.add(new SchemaDifference.BecameRequired(path));
        compareTypes(path, inner, after, differences);
      }
    } else if (after instanceof DataType.Option(DataType afterInner)) {
      differences.add(new SchemaDifference.BecameOptional(path));
      compareTypes(path, before, afterInner, differences);
    } else if (before instanceof DataType.Struct(List<DataField> old)
        && after instanceof DataType.Struct(List<DataField> current)) {
      compareFields(path, old, current, differences);
    } else if (before instanceof DataType.List(DataType item, Long length)
        && after instanceof DataType.List(DataType afterItem, Long afterLength)
        && Objects.equals(length, afterLength)) {
      compareTypes(path + "[]", item, afterItem, differences);
    } else if (!withDefaults(before).equals(withDefaults(after))) {
      differences.add(new SchemaDifference.TypeChanged(path, before, after));
    }
  }

  private static DataType withDefaults(DataType type) {
    return switch (type) {
      case DataType.Timestamp timestamp ->
          new DataType.Timestamp(timestamp.effectiveUnit(), timestamp.effectiveTimezone());
      case DataType.Time(TimeUnit unit) ->
          new DataType.Time(unit == null ? TimeUnit.Millisecond : unit);
      case DataType.Duration(TimeUnit unit) ->
          new DataType.Duration(unit == null ? TimeUnit.Millisecond : unit);
      case DataType.Option(DataType inner) -> new DataType.Option(withDefaults(inner));
      case DataType.List(DataType item, Long length) ->
          new DataType.List(withDefaults(item), length);
      case DataType.Map map ->
          new DataType.Map(
              withDefaults(map.keyType()),
              withDefaults(map.valueType()),
              Boolean.TRUE.equals(map.keysSorted()));
      case DataType.Struct(List<DataField> fields) ->
          new DataType.Struct(
              fields.stream()
                  .map(f -> new DataField(f.name(), withDefaults(f.type()), f.extra()))
                  .toList());
      default -> type;
    };
  }

  private static Map<String, DataField> byName(List<DataField> fields) {
    Map<String, DataField> byName = new LinkedHashMap<>();
    fields.forEach(field -> byName.putIfAbsent(field.name(), field));
    return byName;
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
