package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.heddle.encoding.OdfTypes;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type with every option, anywhere in a schema, from form to form and back. */
class SchemaMappingTest {
  private static final DataType TEXT = new DataType.Text();
  private static final DataType OPTIONAL_TEXT = new DataType.Option(TEXT);
  private static final String BERLIN = "Europe/Berlin";

  /** Types that data files can hold. */
  static Stream<DataType> storableTypes() {
    Stream<DataType> plain =
        Stream.of(
            new DataType.Binary(null),
            new DataType.Binary(1L),
            new DataType.Binary(16L),
            new DataType.Bool(),
            new DataType.Date(),
            new DataType.Decimal(1, 0),
            new DataType.Decimal(9, 9),
            new DataType.Decimal(18, 2),
            new DataType.Decimal(38, 10),
            new DataType.Decimal(39, 0),
            new DataType.Decimal(76, 76),
            new DataType.Float16(),
            new DataType.Float32(),
            new DataType.Float64(),
            new DataType.Int8(),
            new DataType.Int16(),
            new DataType.Int32(),
            new DataType.Int64(),
            new DataType.UInt8(),
            new DataType.UInt16(),
            new DataType.UInt32(),
            new DataType.UInt64(),
            new DataType.List(TEXT, null),
            new DataType.List(OPTIONAL_TEXT, null),
            new DataType.List(new DataType.Option(new DataType.Int8()), 3L),
            new DataType.Map(TEXT, OPTIONAL_TEXT, true),
            new DataType.Map(new DataType.Int32(), new DataType.Bool(), false),
            new DataType.Struct(
                List.of(
                    new DataField("a", OPTIONAL_TEXT),
                    new DataField("b", new DataType.List(new DataType.Bool(), null)))),
            TEXT);
    Stream<DataType> times =
        Arrays.stream(TimeUnit.values())
            .flatMap(
                unit ->
                    Stream.of(
                        new DataType.Time(unit),
                        new DataType.Timestamp(unit, "UTC"),
                        new DataType.Timestamp(unit, BERLIN)));
    return Stream.concat(plain, times);
  }

  /** Types that only schemas know. */
  static Stream<DataType> typesOfNoFile() {
    return Stream.concat(
        Arrays.stream(TimeUnit.values()).map(DataType.Duration::new),
        Stream.of(
            new DataType.Decimal(10, -3), new DataType.Decimal(5, 7), new DataType.Binary(0L)));
  }

  static Stream<DataType> types() {
    return Stream.concat(storableTypes(), typesOfNoFile());
  }

  /** What is left out, and what it means. */
  static Stream<Arguments> defaults() {
    return Stream.of(
        Arguments.of(new DataType.Time(null), new DataType.Time(TimeUnit.Millisecond)),
        Arguments.of(new DataType.Duration(null), new DataType.Duration(TimeUnit.Millisecond)),
        Arguments.of(
            new DataType.Timestamp(null, null),
            new DataType.Timestamp(TimeUnit.Millisecond, "UTC")),
        Arguments.of(
            new DataType.Timestamp(null, BERLIN),
            new DataType.Timestamp(TimeUnit.Millisecond, BERLIN)),
        Arguments.of(
            new DataType.Timestamp(TimeUnit.Second, null),
            new DataType.Timestamp(TimeUnit.Second, "UTC")),
        Arguments.of(new DataType.Map(TEXT, TEXT, null), new DataType.Map(TEXT, TEXT, false)));
  }

  @Test
  void noTypeIsLeftOut() {
    assertThat(
            Stream.concat(types(), Stream.of(OPTIONAL_TEXT, new DataType.Null()))
                .map(Object::getClass)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(DataType.class.getPermittedSubclasses());
    assertThat(DataType.class.getPermittedSubclasses()).hasSize(24);
  }

  @ParameterizedTest
  @MethodSource("types")
  void arrowKeepsEveryType(DataType type) {
    assertKept(type, schema -> ArrowSchemas.fromArrow(ArrowSchemas.toArrow(schema)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void rawArrowSchemasOfOldChainsKeepEveryType(DataType type) {
    assertKept(
        type,
        schema -> {
          FlatBufferBuilder builder = new FlatBufferBuilder();
          builder.finish(ArrowSchemas.toArrow(schema).getSchema(builder));
          return ArrowSchemas.fromRawArrowSchema(builder.sizedByteArray());
        });
  }

  @ParameterizedTest
  @MethodSource("storableTypes")
  void parquetKeepsEveryTypeThatItCanHold(DataType type) {
    assertKept(
        type,
        schema -> {
          Schema arrow = ArrowSchemas.toArrow(schema);
          return ArrowSchemas.fromArrow(StoredTypes.of(ParquetSchemas.toParquet(arrow), arrow));
        });
  }

  @ParameterizedTest
  @MethodSource("types")
  void jsonKeepsEveryType(DataType type) {
    assertKept(type, schema -> OdfTypes.DATA_SCHEMA.fromJson(OdfTypes.DATA_SCHEMA.toJson(schema)));
  }

  @ParameterizedTest
  @MethodSource("typesOfNoFile")
  void parquetRefusesTheOthersByName(DataType type) {
    for (DataType nested : List.of(type, new DataType.List(type, null))) {
      DataSchema schema = new DataSchema(List.of(new DataField("c", nested)));
      assertThatThrownBy(() -> ParquetSchemas.toParquet(schema))
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.kind()).isEqualTo(FailureKind.UnsupportedSchema));
    }
  }

  @ParameterizedTest
  @MethodSource("defaults")
  void whatIsLeftOutIsExplicitInArrow(DataType implicit, DataType explicit) {
    DataSchema schema = new DataSchema(List.of(new DataField("c", implicit)));

    assertThat(ArrowSchemas.fromArrow(ArrowSchemas.toArrow(schema)).fields())
        .containsExactly(new DataField("c", explicit));
  }

  @Test
  void anOptionalTypeHoldsNoOtherOne() {
    DataType twice = new DataType.Option(OPTIONAL_TEXT);
    DataSchema schema = new DataSchema(List.of(new DataField("c", twice)));

    assertThatThrownBy(() -> ArrowSchemas.toArrow(schema))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("\"c\"");
  }

  @Test
  void nullIsAColumnOfNulls() {
    DataSchema schema =
        new DataSchema(List.of(new DataField("c", new DataType.Option(new DataType.Null()))));

    assertThat(ArrowSchemas.fromArrow(ArrowSchemas.toArrow(schema))).isEqualTo(schema);
  }

  /** Wherever the type stands, required and optional. */
  private static void assertKept(DataType type, Function<DataSchema, DataSchema> thereAndBack) {
    DataType optional = new DataType.Option(type);
    DataType nested =
        new DataType.Struct(
            List.of(
                new DataField("list", new DataType.List(type, null)),
                new DataField("optionals", new DataType.List(optional, 2L)),
                new DataField("map", new DataType.Map(TEXT, optional, true))));
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("required", type),
                new DataField("optional", optional),
                new DataField("nested", new DataType.Option(nested)),
                new DataField("deep", new DataType.List(new DataType.Option(nested), null))));

    assertThat(thereAndBack.apply(schema)).isEqualTo(schema);
  }
}
