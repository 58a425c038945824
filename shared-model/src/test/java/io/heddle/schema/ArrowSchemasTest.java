package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowSchemasTest {
  static Stream<DataType> types() {
    DataType optionalText = new DataType.Option(new DataType.Text());
    return Stream.of(
        new DataType.Binary(null),
        new DataType.Binary(16L),
        new DataType.Bool(),
        new DataType.Date(),
        new DataType.Decimal(38, 10),
        new DataType.Decimal(76, -3),
        new DataType.Duration(TimeUnit.Nanosecond),
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
        new DataType.List(optionalText, null),
        new DataType.List(new DataType.Int8(), 3L),
        new DataType.Map(new DataType.Text(), optionalText, true),
        new DataType.Struct(
            List.of(
                new DataField("a", optionalText),
                new DataField("b", new DataType.List(new DataType.Bool(), null)))),
        new DataType.Time(TimeUnit.Second),
        new DataType.Time(TimeUnit.Microsecond),
        new DataType.Timestamp(TimeUnit.Millisecond, "UTC"),
        new DataType.Timestamp(TimeUnit.Nanosecond, "Europe/Berlin"),
        new DataType.Text());
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeSurvivesArrowRequiredAndOptional(DataType type) {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("required", type),
                new DataField("optional", new DataType.Option(type))));

    Schema arrow = ArrowSchemas.toArrow(schema);

    assertThat(arrow.getFields()).extracting(Field::isNullable).containsExactly(false, true);
    assertThat(ArrowSchemas.fromArrow(arrow)).isEqualTo(schema);
  }

  @Test
  void absentUnitAndZoneMeanMillisecondsInUtc() {
    DataSchema schema =
        new DataSchema(List.of(new DataField("t", new DataType.Timestamp(null, null))));

    Field field = ArrowSchemas.toArrow(schema).findField("t");

    assertThat(field.getType())
        .isEqualTo(
            new ArrowType.Timestamp(org.apache.arrow.vector.types.TimeUnit.MILLISECOND, "UTC"));
  }

  @Test
  void encodingsOfTextAndBytesAreDropped() {
    Schema arrow =
        new Schema(
            List.of(
                Field.notNullable("a", ArrowType.LargeUtf8.INSTANCE),
                Field.nullable("b", ArrowType.BinaryView.INSTANCE)));

    assertThat(ArrowSchemas.fromArrow(arrow).fields())
        .containsExactly(
            new DataField("a", new DataType.Text()),
            new DataField("b", new DataType.Option(new DataType.Binary(null))));
  }

  @Test
  void intervalsAreRefused() {
    Schema arrow =
        new Schema(
            List.of(
                new Field(
                    "i", FieldType.nullable(Types.MinorType.INTERVALDAY.getType()), List.of())));

    assertThatThrownBy(() -> ArrowSchemas.fromArrow(arrow))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.UnsupportedSchema))
        .hasMessageContaining("\"i\"");
  }

  @Test
  void rawArrowSchemaOfAnOldChainIsRead() {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("offset", new DataType.Int64()),
                new DataField("city", new DataType.Option(new DataType.Text()))));
    FlatBufferBuilder builder = new FlatBufferBuilder();
    builder.finish(ArrowSchemas.toArrow(schema).getSchema(builder));

    assertThat(ArrowSchemas.fromRawArrowSchema(builder.sizedByteArray())).isEqualTo(schema);
  }

  @Test
  void damagedRawArrowSchemaIsTold() {
    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(new byte[] {1, 2, 3}))
        .isInstanceOf(DamagedDataException.class);
  }
}
