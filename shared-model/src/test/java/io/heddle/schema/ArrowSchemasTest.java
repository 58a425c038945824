package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Arrays;
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
  void whatIsRefusedIsNamedFromItsColumnOn() {
    DataType tooLong = new DataType.Binary(-1L);
    DataType nested =
        new DataType.List(
            new DataType.Struct(
                List.of(new DataField("b", new DataType.Map(new DataType.Text(), tooLong, null)))),
            null);
    DataSchema schema = new DataSchema(List.of(new DataField("a", nested)));

    assertThatThrownBy(() -> ArrowSchemas.toArrow(schema))
        .hasMessageContaining("column \"a[].b[value]\": a fixed length");
  }

  @Test
  void whatOdfDoesNotKnowIsNamedFromItsColumnOn() {
    Field item = Field.notNullable("item", new ArrowType.Int(24, true));
    Field list = new Field("a", FieldType.notNullable(ArrowType.List.INSTANCE), List.of(item));

    assertThatThrownBy(() -> ArrowSchemas.fromArrow(new Schema(List.of(list))))
        .hasMessageContaining("column \"a[]\": integers of 24 bits have no ODF type");
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
  void decimalsWithoutDigitsAreRefused() {
    Schema arrow = new Schema(List.of(Field.nullable("d", new ArrowType.Decimal(0, 0, 128))));

    assertThatThrownBy(() -> ArrowSchemas.fromArrow(arrow))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("\"d\": a decimal has 1 to 76 digits, not 0");
  }

  @Test
  void aRawArrowSchemaThatUnfoldsWithoutEndIsRefused() {
    // Given: structs of 16 members that are all the same struct
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int field = rawField(builder, new int[0]);
    for (int level = 0; level < 20; level++) {
      int[] members = new int[16];
      Arrays.fill(members, field);
      field = rawField(builder, members);
    }
    byte[] bytes = rawSchema(builder, field);
    assertThat(bytes).hasSizeLessThan(4096);

    // When, then
    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(bytes))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("too many parts");
  }

  @Test
  void aRawArrowSchemaThatIsTooDeepIsRefused() {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int field = rawField(builder, new int[0]);
    for (int level = 0; level < 5000; level++) {
      field = rawField(builder, new int[] {field});
    }
    byte[] bytes = rawSchema(builder, field);

    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(bytes))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("more than 64 levels");
  }

  @Test
  void aRawArrowSchemaWithAFieldWithoutNameIsRefused() {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    org.apache.arrow.flatbuf.Field.startField(builder);
    byte[] bytes = rawSchema(builder, org.apache.arrow.flatbuf.Field.endField(builder));

    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(bytes))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("a field has no name");
  }

  private static int rawField(FlatBufferBuilder builder, int[] members) {
    int name = builder.createString("f");
    int children = org.apache.arrow.flatbuf.Field.createChildrenVector(builder, members);
    int type = ArrowType.Struct.INSTANCE.getType(builder);
    org.apache.arrow.flatbuf.Field.startField(builder);
    org.apache.arrow.flatbuf.Field.addName(builder, name);
    org.apache.arrow.flatbuf.Field.addTypeType(builder, org.apache.arrow.flatbuf.Type.Struct_);
    org.apache.arrow.flatbuf.Field.addType(builder, type);
    org.apache.arrow.flatbuf.Field.addChildren(builder, children);
    return org.apache.arrow.flatbuf.Field.endField(builder);
  }

  private static byte[] rawSchema(FlatBufferBuilder builder, int field) {
    int fields = org.apache.arrow.flatbuf.Schema.createFieldsVector(builder, new int[] {field});
    org.apache.arrow.flatbuf.Schema.startSchema(builder);
    org.apache.arrow.flatbuf.Schema.addFields(builder, fields);
    builder.finish(org.apache.arrow.flatbuf.Schema.endSchema(builder));
    return builder.sizedByteArray();
  }

  @Test
  void damagedRawArrowSchemaIsTold() {
    assertThatThrownBy(() -> ArrowSchemas.fromRawArrowSchema(new byte[] {1, 2, 3}))
        .isInstanceOf(DamagedDataException.class);
  }
}
