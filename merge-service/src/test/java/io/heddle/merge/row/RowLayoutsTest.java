package io.heddle.merge.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowLayoutsTest {
  private static final DataField EVENT_TIME =
      new DataField("event_time", new DataType.Timestamp(null, null));
  private static final DataField NAME =
      new DataField("name", new DataType.Option(new DataType.Text()));
  private static final DataField TAGS =
      new DataField(
          "tags",
          new DataType.List(
              new DataType.Option(
                  new DataType.Struct(
                      List.of(
                          new DataField("n", new DataType.Int64()),
                          new DataField("t", new DataType.Option(new DataType.Text()))))),
              null));
  private static final DataField MORE =
      new DataField("more", new DataType.Option(new DataType.Int64()));

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  private FieldVector vector(DataField field) {
    FieldVector vector = ArrowSchemas.toArrow(field).createVector(allocator);
    vector.allocateNew();
    return vector;
  }

  private static byte[] write(RowLayouts layouts, @Nullable FieldVector[] row, int index) {
    ByteSink sink = new ByteSink();
    layouts.current().write(row, index, sink, new int[layouts.current().size() + 1]);
    return sink.toArray();
  }

  @Test
  void rowsComeBackAsTheyWereNestedValuesIncluded() {
    RowLayouts layouts =
        new RowLayouts(
            List.of(new DataSchema(List.of(EVENT_TIME, NAME, TAGS))), Vocabulary.DEFAULT);
    try (FieldVector time = vector(EVENT_TIME);
        FieldVector name = vector(NAME);
        ListVector tags = (ListVector) vector(TAGS);
        FieldVector time2 = vector(EVENT_TIME);
        FieldVector name2 = vector(NAME);
        ListVector tags2 = (ListVector) vector(TAGS)) {
      ((TimeStampMilliTZVector) time).setSafe(0, 42);
      ((TimeStampMilliTZVector) time).setSafe(1, -42);
      name.setNull(0);
      ((VarCharVector) name).setSafe(1, "x".getBytes(StandardCharsets.UTF_8));
      fillTags(tags);
      time.setValueCount(2);
      name.setValueCount(2);
      @Nullable FieldVector[] row = {time, name, tags};

      FieldVector[] targets = {time2, name2, tags2};
      for (int i = 0; i < 2; i++) {
        StoredRow stored = layouts.read(write(layouts, row, i));
        for (int column = 0; column < targets.length; column++) {
          stored.read(column, targets[column], i);
        }
      }
      for (FieldVector target : targets) {
        target.setValueCount(2);
      }

      for (int i = 0; i < 2; i++) {
        assertThat(time2.getObject(i)).isEqualTo(time.getObject(i));
        assertThat(name2.getObject(i)).isEqualTo(name.getObject(i));
        assertThat(tags2.getObject(i)).hasToString(String.valueOf(tags.getObject(i)));
      }
    }
  }

  /** Two items, of which one is null; then an empty list. */
  private static void fillTags(ListVector tags) {
    StructVector items = (StructVector) tags.getDataVector();
    int start = tags.startNewValue(0);
    items.setIndexDefined(start);
    ((BigIntVector) items.getChild("n")).setSafe(start, 7);
    ((VarCharVector) items.getChild("t")).setSafe(start, "seven".getBytes(StandardCharsets.UTF_8));
    items.setNull(start + 1);
    tags.endValue(0, 2);
    tags.startNewValue(1);
    tags.endValue(1, 0);
    tags.setValueCount(2);
  }

  @Test
  void columnsThatCameLaterAreNullInOldRows() {
    DataSchema first = new DataSchema(List.of(EVENT_TIME, NAME));
    DataSchema second = new DataSchema(List.of(EVENT_TIME, MORE, NAME));
    RowLayouts before = new RowLayouts(List.of(first), Vocabulary.DEFAULT);
    RowLayouts after = new RowLayouts(List.of(first, second), Vocabulary.DEFAULT);
    try (FieldVector time = vector(EVENT_TIME);
        FieldVector name = vector(NAME);
        FieldVector name2 = vector(NAME);
        FieldVector more2 = vector(MORE)) {
      ((TimeStampMilliTZVector) time).setSafe(0, 42);
      ((VarCharVector) name).setSafe(0, "x".getBytes(StandardCharsets.UTF_8));
      time.setValueCount(1);
      name.setValueCount(1);

      StoredRow stored = after.read(write(before, new FieldVector[] {time, name}, 0));
      stored.read(1, more2, 0);
      stored.read(2, name2, 0);

      assertThat(more2.isNull(0)).isTrue();
      assertThat(name2.getObject(0)).hasToString("x");
    }
  }
}
