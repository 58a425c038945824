package io.heddle.ingress.read;

import static io.heddle.ingress.read.ReadFixture.field;
import static io.heddle.ingress.read.ReadFixture.optional;
import static io.heddle.ingress.read.ReadFixture.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that fit a vector, but no dataset. */
class ValueCheckTest {
  private static final DataType MILLIS = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9999-12-31T23:59:59-05:00",
        "9999-12-31T23:59:59.999-00:01",
        "0000-01-01T00:00:00+00:01"
      })
  void refusesAnEventTimeThatLeavesTheYearsByItsOffset(String time) {
    assertThatThrownBy(() -> readChecked("event_time", "2020-01-01", time))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.ExecutionError))
        .hasMessageContaining("row 2, column \"event_time\": ")
        .hasMessageContaining("lies outside the years 0000 to 9999 in UTC");
  }

  @Test
  void takesTheFirstAndTheLastEventTime() throws Exception {
    assertThat(readChecked("event_time", "0000-01-01", "9999-12-31T23:59:59.999Z")).isEqualTo(2);
  }

  @Test
  void takesSuchTimesInOtherColumns() throws Exception {
    assertThat(readChecked("other", "9999-12-31T23:59:59-05:00")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Second, -62167219201, -62167219200, 253402300799, 253402300800",
    "Millisecond, -62167219200001, -62167219200000, 253402300799999, 253402300800000",
    "Microsecond, -62167219200000001, -62167219200000000, 253402300799999999, 253402300800000000"
  })
  void knowsTheBoundsInEachUnit(TimeUnit unit, long tooEarly, long first, long last, long tooLate) {
    DataSchema times = schema(optional("event_time", new DataType.Timestamp(unit, "UTC")));
    assertFound(times, vector -> ((TimeStampVector) vector).setSafe(1, first), Optional.empty());
    assertFound(times, vector -> ((TimeStampVector) vector).setSafe(1, last), Optional.empty());
    assertFound(
        times,
        vector -> ((TimeStampVector) vector).setSafe(1, tooEarly),
        Optional.of("row 1, column \"event_time\": \"-0001-12-31T23:59:59"));
    assertFound(
        times,
        vector -> ((TimeStampVector) vector).setSafe(1, tooLate),
        Optional.of("row 1, column \"event_time\": \"+10000-01-01T00:00:00"));
  }

  @Test
  void tellsSecondsThatNoCalendarReaches() {
    assertFound(
        schema(optional("event_time", new DataType.Timestamp(TimeUnit.Second, "UTC"))),
        vector -> ((TimeStampVector) vector).setSafe(0, Long.MAX_VALUE),
        Optional.of("row 0, column \"event_time\": \"9223372036854775807 seconds since 1970\""));
  }

  @Test
  void takesEveryTimestampOfNanoseconds() {
    assertFound(
        schema(optional("event_time", new DataType.Timestamp(TimeUnit.Nanosecond, "UTC"))),
        vector -> ((TimeStampVector) vector).setSafe(0, Long.MAX_VALUE),
        Optional.empty());
  }

  @Test
  void looksAtDates() {
    DataSchema dates = schema(optional("event_time", new DataType.Date()));
    assertFound(dates, vector -> ((DateDayVector) vector).setSafe(0, -719_528), Optional.empty());
    assertFound(dates, vector -> ((DateDayVector) vector).setSafe(0, 2_932_896), Optional.empty());
    assertFound(
        dates,
        vector -> ((DateDayVector) vector).setSafe(0, 2_932_897),
        Optional.of("row 0, column \"event_time\": \"+10000-01-01\""));
    assertFound(
        dates,
        vector -> ((DateDayVector) vector).setSafe(0, -719_529),
        Optional.of("row 0, column \"event_time\": \"-0001-12-31\""));
  }

  @ParameterizedTest
  @CsvSource({"5, 99999, 100000", "18, 999999999999999999, 1000000000000000000"})
  void countsTheDigitsOfDecimals(int precision, BigDecimal greatest, BigDecimal tooLarge) {
    DataSchema decimals = schema(optional("d", new DataType.Decimal(precision, 0)));
    assertDecimals(decimals, greatest, tooLarge);
  }

  @Test
  void countsTheDigitsOfLongDecimals() {
    BigDecimal tooLarge = BigDecimal.TEN.pow(38);
    assertDecimals(
        schema(optional("d", new DataType.Decimal(38, 0))),
        tooLarge.subtract(BigDecimal.ONE),
        tooLarge);
    assertDecimals(
        schema(optional("d", new DataType.Decimal(19, 0))),
        BigDecimal.TEN.pow(19).subtract(BigDecimal.ONE),
        BigDecimal.TEN.pow(19));
  }

  @Test
  void countsTheDigitsOfWideDecimals() {
    DataSchema wide = schema(optional("d", new DataType.Decimal(40, 0)));
    assertFound(wide, vector -> setUnchecked(vector, BigDecimal.TEN.pow(39)), Optional.empty());
    assertFound(
        wide,
        vector -> setUnchecked(vector, BigDecimal.TEN.pow(40)),
        Optional.of("has more than the 40 digits of the column's type"));
  }

  @Test
  void looksIntoListsAndStructs() {
    DataSchema nested =
        schema(
            optional(
                "l",
                new DataType.List(
                    new DataType.Struct(List.of(field("d", new DataType.Decimal(2, 0)))), null)));
    assertFound(
        nested,
        vector -> {
          ListVector list = (ListVector) vector;
          StructVector items = (StructVector) list.getDataVector();
          DecimalVector numbers = (DecimalVector) items.getChild("d");
          list.startNewValue(0);
          numbers.setSafe(0, 99);
          items.setIndexDefined(0);
          // What lies under a null is no value.
          numbers.setSafe(1, 999);
          items.setNull(1);
          list.endValue(0, 2);
          list.startNewValue(1);
          numbers.setSafe(2, 100);
          items.setIndexDefined(2);
          list.endValue(1, 1);
        },
        Optional.of("row 1, column \"l[].d\": \"100\" has more than the 2 digits"));
  }

  @Test
  void tellsTheFirstRowOfSeveral() {
    DataSchema two =
        schema(
            optional("d", new DataType.Decimal(2, 0)),
            optional("event_time", MILLIS),
            optional("e", new DataType.Decimal(2, 0)));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(two), allocator)) {
      ((DecimalVector) root.getVector("d")).setSafe(5, 100);
      ((TimeStampVector) root.getVector("event_time")).setSafe(3, Long.MAX_VALUE);
      ((DecimalVector) root.getVector("e")).setSafe(4, 100);
      root.setRowCount(6);
      ValueCheck check = ValueCheck.of(two, "event_time");
      assertThat(check.find(root, 0, 6)).map(ValueCheck.Misfit::row).contains(3);
      assertThat(check.find(root, 4, 6)).map(ValueCheck.Misfit::column).contains("e");
      assertThat(check.find(root, 0, 3)).isEmpty();
    }
  }

  @Test
  void judgesInstants() {
    assertThat(ValueCheck.eventTimeProblem(Instant.parse("9999-12-31T23:59:59.999999999Z")))
        .isEmpty();
    assertThat(ValueCheck.eventTimeProblem(Instant.parse("+10000-01-01T00:00:00Z"))).isPresent();
    assertThat(ValueCheck.eventTimeProblem(Instant.parse("-0001-12-31T23:59:59Z"))).isPresent();
  }

  /** Arrow itself looks at the digits of a BigDecimal, though not at those of bytes. */
  private static void setUnchecked(FieldVector vector, BigDecimal value) {
    byte[] bytes = value.unscaledValue().toByteArray();
    if (vector instanceof DecimalVector narrow) {
      narrow.setBigEndianSafe(0, bytes);
    } else {
      ((Decimal256Vector) vector).setBigEndianSafe(0, bytes);
    }
  }

  private static void assertDecimals(DataSchema schema, BigDecimal greatest, BigDecimal tooLarge) {
    for (BigDecimal value : List.of(greatest, greatest.negate())) {
      assertFound(schema, vector -> setUnchecked(vector, value), Optional.empty());
    }
    for (BigDecimal value : List.of(tooLarge, tooLarge.negate())) {
      assertFound(
          schema,
          vector -> setUnchecked(vector, value),
          Optional.of("row 0, column \"d\": \"" + value.toPlainString() + "\" has more than"));
    }
  }

  private static void assertFound(
      DataSchema schema, Consumer<FieldVector> fill, Optional<String> expected) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator)) {
      fill.accept(root.getVector(0));
      root.setRowCount(2);
      Optional<String> found =
          ValueCheck.of(schema, "event_time")
              .find(root, 0, 2)
              .map(misfit -> misfit.describe("row", misfit.row()));
      if (expected.isEmpty()) {
        assertThat(found).isEmpty();
      } else {
        assertThat(found).get().asString().contains(expected.get());
      }
    }
  }

  /** Returns the number of rows. */
  private long readChecked(String column, String... times) throws IOException {
    Path file = Files.writeString(folder.resolve("input"), "t\n" + String.join("\n", times));
    try (BufferAllocator allocator = new RootAllocator();
        RowReader reader =
            Readers.standard()
                .open(
                    new ReadInput(file, "input"),
                    ReadFixture.csv(schema(optional(column, MILLIS))),
                    new ReadContext(allocator, 1, 1 << 20, 1000))) {
      CheckedRows checked = new CheckedRows(reader, "event_time");
      while (checked.loadNextBatch()) {
        assertThat(checked.root().getRowCount()).isEqualTo(1);
      }
      return checked.rows();
    }
  }
}
