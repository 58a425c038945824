package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class ArrowSchemasTest {
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
  void damagedRawArrowSchemaIsTold() {
    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(new byte[] {1, 2, 3}))
        .isInstanceOf(DamagedDataException.class);
  }
}
