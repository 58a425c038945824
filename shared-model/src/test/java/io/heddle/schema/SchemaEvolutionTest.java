package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  private static final DataType TEXT = new DataType.Text();
  private static final DataType OPTIONAL_TEXT = new DataType.Option(TEXT);
  private static final DataField ID = new DataField("id", new DataType.Int64());
  private static final DataField CITY = new DataField("city", OPTIONAL_TEXT);

  @Test
  void explicitDefaultsAreTheSameAsAbsentOnes() {
    DataSchema before = schema(new DataField("t", new DataType.Timestamp(null, null)));
    DataSchema after =
        schema(new DataField("t", new DataType.Timestamp(TimeUnit.Millisecond, "UTC")));

    assertThat(SchemaEvolution.between(before, after).isIdentical()).isTrue();
  }

  @Test
  void optionalColumnMayBeAddedAnywhere() {
    SchemaEvolution evolution = SchemaEvolution.between(schema(ID), schema(CITY, ID));

    assertThat(evolution.isIdentical()).isFalse();
    assertThat(evolution.refused()).isEmpty();
    assertThat(evolution.differences())
        .containsExactly(new SchemaDifference.Added("city", OPTIONAL_TEXT));
  }

  @Test
  void requiredColumnMayNotBeAdded() {
    SchemaEvolution evolution =
        SchemaEvolution.between(schema(ID), schema(ID, new DataField("city", TEXT)));

    assertThat(evolution.refused()).containsExactly(new SchemaDifference.Added("city", TEXT));
  }

  @Test
  void typeChangeIsFoundBesideAddedColumn() {
    SchemaEvolution evolution =
        SchemaEvolution.between(
            schema(ID), schema(new DataField("id", new DataType.Int32()), CITY));

    assertThat(evolution.refused())
        .containsExactly(
            new SchemaDifference.TypeChanged("id", new DataType.Int64(), new DataType.Int32()));
    assertThat(evolution.refused().getFirst().describe())
        .isEqualTo("the type of \"id\" is Int32 instead of Int64");
  }

  @Test
  void renamingIsRemovingAndAdding() {
    SchemaEvolution evolution =
        SchemaEvolution.between(schema(ID, CITY), schema(ID, new DataField("town", OPTIONAL_TEXT)));

    assertThat(evolution.refused())
        .containsExactly(new SchemaDifference.Removed("city", OPTIONAL_TEXT));
  }

  @Test
  void orderAndAttributesMayChange() {
    DataField described = new DataField("id", ID.type(), new ExtraAttributes("{\"a\":1}"));

    SchemaEvolution evolution = SchemaEvolution.between(schema(ID, CITY), schema(CITY, described));

    assertThat(evolution.refused()).isEmpty();
    assertThat(evolution.differences())
        .containsExactly(
            new SchemaDifference.ExtraChanged("id"),
            new SchemaDifference.Reordered("", List.of("city", "id")));
  }

  @Test
  void optionalityMayChangeOnlyAfterLegacySchema() {
    SchemaEvolution evolution =
        SchemaEvolution.between(schema(ID, CITY), schema(ID, new DataField("city", TEXT)));

    assertThat(evolution.refused()).containsExactly(new SchemaDifference.BecameRequired("city"));
    assertThat(evolution.refusedAfterLegacySchema()).isEmpty();
  }

  @Test
  void structsAndListsAreComparedInside() {
    DataField before = nested(new DataField("a", TEXT));
    DataField added = nested(new DataField("a", TEXT), new DataField("b", OPTIONAL_TEXT));
    DataField changed = nested(new DataField("a", new DataType.Int8()));

    assertThat(SchemaEvolution.between(schema(before), schema(added)).differences())
        .containsExactly(new SchemaDifference.Added("xs[].b", OPTIONAL_TEXT));
    assertThat(SchemaEvolution.between(schema(before), schema(changed)).refused())
        .containsExactly(new SchemaDifference.TypeChanged("xs[].a", TEXT, new DataType.Int8()));
  }

  @Test
  void fixedLengthIsPartOfTheType() {
    DataType before = new DataType.List(TEXT, null);
    DataType after = new DataType.List(TEXT, 2L);

    assertThat(
            SchemaEvolution.between(
                    schema(new DataField("xs", before)), schema(new DataField("xs", after)))
                .refused())
        .containsExactly(new SchemaDifference.TypeChanged("xs", before, after));
  }

  private static DataField nested(DataField... members) {
    return new DataField(
        "xs",
        new DataType.Option(new DataType.List(new DataType.Struct(Arrays.asList(members)), null)));
  }

  private static DataSchema schema(DataField... fields) {
    return new DataSchema(Arrays.asList(fields));
  }
}
