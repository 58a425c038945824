package io.heddle.schema;

import java.util.List;

/**
 * One way in which two schemas differ. {@code path} names the field from the outside in, as in
 * {@code address.lines[].text}; it is empty for the top level.
 */
public sealed interface SchemaDifference {
  String path();

  /** What differs, for people. */
  String describe();

  /** Whether the new schema may follow the old one in a chain in spite of it. */
  default boolean isAllowed() {
    return false;
  }

  /** Whether it concerns only what is optional, and may be left over from a legacy conversion. */
  default boolean concernsOptionalityOnly() {
    return false;
  }

  /** Free attributes of the schema or of a field changed. */
  record ExtraChanged(String path) implements SchemaDifference {
    @Override
    public String describe() {
      return path.isEmpty()
          ? "the attributes of the schema changed"
          : "the attributes of \"%s\" changed".formatted(path);
    }

    @Override
    public boolean isAllowed() {
      return true;
    }
  }

  /**
   * @param path of the struct whose members moved; empty for the columns
   * @param moved the fields that changed places, in their new order
   */
  record Reordered(String path, List<String> moved) implements SchemaDifference {
    public Reordered {
      moved = List.copyOf(moved);
    }

    @Override
    public String describe() {
      return "\"%s\" changed places".formatted(String.join("\", \"", moved));
    }

    @Override
    public boolean isAllowed() {
      return true;
    }
  }

  record Added(String path, DataType type) implements SchemaDifference {
    @Override
    public String describe() {
      return isAllowed()
          ? "\"%s\" (%s) is new".formatted(path, TypeNotation.of(type))
          : "\"%s\" (%s) is new and required; only optional columns can be added"
              .formatted(path, TypeNotation.of(type));
    }

    @Override
    public boolean isAllowed() {
      return type instanceof DataType.Option;
    }
  }

  record Removed(String path, DataType type) implements SchemaDifference {
    @Override
    public String describe() {
      return "\"%s\" (%s) is missing; columns cannot be removed or renamed"
          .formatted(path, TypeNotation.of(type));
    }
  }

  record TypeChanged(String path, DataType before, DataType after) implements SchemaDifference {
    @Override
    public String describe() {
      return "the type of \"%s\" is %s instead of %s"
          .formatted(path, TypeNotation.of(after), TypeNotation.of(before));
    }
  }

  record BecameOptional(String path) implements SchemaDifference {
    @Override
    public String describe() {
      return "\"%s\" is optional instead of required".formatted(path);
    }

    @Override
    public boolean concernsOptionalityOnly() {
      return true;
    }
  }

  record BecameRequired(String path) implements SchemaDifference {
    @Override
    public String describe() {
      return "\"%s\" is required instead of optional".formatted(path);
    }

    @Override
    public boolean concernsOptionalityOnly() {
      return true;
    }
  }
}
