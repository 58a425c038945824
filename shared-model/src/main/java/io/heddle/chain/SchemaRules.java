package io.heddle.chain;

import static io.heddle.chain.ChainRules.none;
import static io.heddle.chain.ChainRules.violation;

import io.heddle.chain.ChainRules.Origin;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.SchemaDifference;
import io.heddle.schema.SchemaEvolution;
import io.heddle.schema.TimeUnit;
import io.heddle.schema.TypeNotation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rules 34 to 37: how the schema of a dataset may change and what it must hold. */
final class SchemaRules {
  private SchemaRules() {}

  static Optional<Violation> against(ChainSummary before, SetDataSchema event, Origin origin) {
    DataSchema schema = event.schema();
    if (schema == null) {
      // Rule 34: the old Arrow form is taken as it is.
      return none();
    }
    SetDataSchema last = before.schemaEvent();
    DataSchema lastSchema;
    try {
      lastSchema = last == null ? null : ChainSummary.schemaOf(last);
    } catch (DamagedDataException | IngestException e) {
      return violation(
          ChainRule.SCHEMA_COMPATIBLE,
          "the previous schema, in the old Arrow form, cannot be converted: " + e.getMessage());
    }
    boolean raw = last != null && last.schema() == null;
    return ChainRules.first(
        () -> lastSchema == null ? none() : change(lastSchema, schema, raw),
        () ->
            origin == Origin.FOUND
                ? none()
                : systemColumns(schema, lastSchema, before.vocabulary()));
  }

  private static Optional<Violation> change(DataSchema last, DataSchema schema, boolean raw) {
    SchemaEvolution evolution = SchemaEvolution.between(last, schema);
    // Replacing an old form by the new one is a change in itself.
    if (evolution.isIdentical() && !raw) {
      return violation(ChainRule.SCHEMA_CHANGES, "the schema is the same as before");
    }
    String refused =
        (raw ? evolution.refusedAfterLegacySchema() : evolution.refused())
            .stream().map(SchemaDifference::describe).collect(Collectors.joining("; "));
    return refused.isEmpty()
        ? none()
        : violation(ChainRule.SCHEMA_COMPATIBLE, "rows already written do not fit: " + refused);
  }

  /**
   * Rule 37 by itself, for those who only warn.
   *
   * @param last the schema before; null for the first one
   */
  static Optional<Violation> systemColumns(
      DataSchema schema, @Nullable DataSchema last, Vocabulary names) {
    return ChainRules.first(
        () -> column(schema, names.offsetColumn(), "UInt64 (or Int64)", SchemaRules::isOffset),
        () -> column(schema, names.operationTypeColumn(), "UInt8 (or Int32)", SchemaRules::isOp),
        () ->
            column(
                schema,
                names.systemTimeColumn(),
                "Timestamp (Millisecond, UTC)",
                SchemaRules::isTimestamp),
        () -> eventTime(schema, last, names.eventTimeColumn()),
        () -> timestampsInUtc(schema));
  }

  private interface TypeCheck {
    boolean accepts(DataType type);
  }

  private static Optional<Violation> column(
      DataSchema schema, String name, String expected, TypeCheck check) {
    Optional<DataField> field = schema.field(name);
    if (field.isPresent() && check.accepts(field.get().type())) {
      return none();
    }
    String actual = field.map(f -> TypeNotation.of(f.type())).orElse("none");
    return Optional.of(
        new Violation(
            ChainRule.SYSTEM_COLUMNS,
            "the schema needs a required column \"%s\" of type %s, found %s"
                .formatted(name, expected, actual),
            expected,
            actual));
  }

  private static Optional<Violation> eventTime(
      DataSchema schema, @Nullable DataSchema last, String name) {
    Optional<Violation> wrong =
        column(
            schema,
            name,
            "Timestamp (Millisecond, UTC) or Date",
            type -> isTimestamp(bare(type)) || bare(type) instanceof DataType.Date);
    if (wrong.isPresent() || last == null) {
      return wrong;
    }
    boolean date =
        schema.field(name).map(f -> bare(f.type()) instanceof DataType.Date).orElse(false);
    Optional<DataField> before = last.field(name);
    return before.isPresent() && bare(before.get().type()) instanceof DataType.Date == date
        ? none()
        : violation(
            ChainRule.SYSTEM_COLUMNS,
            "the event time column \"%s\" must have the type it has in the previous schema"
                .formatted(name));
  }

  private static Optional<Violation> timestampsInUtc(DataSchema schema) {
    for (DataField field : schema.fields()) {
      String zone = foreignZone(field.type());
      if (zone != null) {
        return violation(
            ChainRule.SYSTEM_COLUMNS,
            "timestamps are kept in UTC; column \"%s\" has the zone \"%s\""
                .formatted(field.name(), zone));
      }
    }
    return none();
  }

  /** The first zone within a type that is not UTC. */
  private static @Nullable String foreignZone(DataType type) {
    return switch (type) {
      case DataType.Timestamp t ->
          t.effectiveTimezone().equals("UTC") ? null : t.effectiveTimezone();
      case DataType.Option(DataType inner) -> foreignZone(inner);
      case DataType.List(DataType item, Long length) -> foreignZone(item);
      case DataType.Map(DataType key, DataType value, Boolean sorted) ->
          foreignZone(key) == null ? foreignZone(value) : foreignZone(key);
      case DataType.Struct(List<DataField> members) ->
          members.stream()
              .map(member -> foreignZone(member.type()))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      default -> null;
    };
  }

  private static boolean isOffset(DataType type) {
    return type instanceof DataType.UInt64 || type instanceof DataType.Int64;
  }

  private static boolean isOp(DataType type) {
    return type instanceof DataType.UInt8 || type instanceof DataType.Int32;
  }

  private static boolean isTimestamp(DataType type) {
    return type instanceof DataType.Timestamp t
        && t.effectiveUnit() == TimeUnit.Millisecond
        && t.effectiveTimezone().equals("UTC");
  }

  /** Old schemas declare the event time optional. */
  private static DataType bare(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }
}
