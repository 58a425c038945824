package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.notation.TimeFormats;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.time.Duration;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values at the borders of their types: exact, or refused. */
class ValueWritersTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everythingIsGivenBack() {
    allocator.close();
  }

  @ParameterizedTest
  @CsvSource({
    "Int8, -128, -129",
    "Int8, 127, 128",
    "Int16, -32768, -32769",
    "Int16, 32767, 32768",
    "Int32, -2147483648, -2147483649",
    "Int32, 2147483647, 2147483648",
    "Int64, -9223372036854775808, -9223372036854775809",
    "Int64, 9223372036854775807, 9223372036854775808",
    "UInt8, 255, 256",
    "UInt16, 65535, 65536",
    "UInt32, 4294967295, 4294967296",
    "UInt64, 18446744073709551615, 18446744073709551616",
    "UInt64, 0, -1",
    "Int64, 000000000000000000000000007, 7000000000000000000000000"
  })
  void keepsIntegersInTheirRange(String type, String inside, String outside) {
    assertThat(written(integer(type), inside)).isEqualTo(inside.replaceFirst("^0+(?=.)", ""));
    assertThat(problem(integer(type), outside)).contains("out of the range of " + type);
  }

  @ParameterizedTest
  @CsvSource({"1.0", "1e3", "''", "+", "-", "'1 '", "0x1", "1_000", "١"})
  void takesOnlySignAndDigitsForAnInteger(String text) {
    assertThat(problem(new DataType.Int64(), text)).isEqualTo("is not an integer");
  }

  @ParameterizedTest
  @CsvSource({
    "7.0, 7",
    "7e0, 7",
    "70e-1, 7",
    "-0.0, 0",
    "0e99999, 0",
    "9223372036854775807.000, 9223372036854775807"
  })
  void takesTheValueOfANumberInJson(String text, String expected) {
    assertThat(writtenNumber(new DataType.Int64(), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1e30", "1e99999", "1e999999999999", "0.5", "1e-99999"})
  void refusesANumberInJsonThatIsNoInteger(String text) {
    try (FieldVector vector = vector(new DataType.Int64())) {
      char[] chars = text.toCharArray();
      assertThat(writer(new DataType.Int64(), vector).writeNumber(0, chars, 0, chars.length))
          .isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 2, 999.99, 999.99",
    "5, 2, -0.5, -0.50",
    "5, 2, 1e2, 100.00",
    "5, 2, 1.2300000, 1.23",
    "5, 2, 00000001, 1.00",
    "5, 2, .5, 0.50",
    "5, 2, 5., 5.00",
    "5, 2, 0e99999, 0.00",
    "38, 0, 99999999999999999999999999999999999999, 99999999999999999999999999999999999999",
    "38, 38, -0.00000000000000000000000000000000000001, -0.00000000000000000000000000000000000001",
    "76, 1, 123456789012345678901234567890123456789012345678901234567890.5,"
        + " 123456789012345678901234567890123456789012345678901234567890.5",
    "18, 2, 9999999999999999.99, 9999999999999999.99",
    "19, 2, 99999999999999999.99, 99999999999999999.99"
  })
  void keepsDecimalsExactly(int precision, int scale, String text, String expected) {
    assertThat(written(new DataType.Decimal(precision, scale), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 2, 1000, before",
    "5, 2, 1e99999, before",
    "5, 2, 0.001, after",
    "5, 2, 1e-99999, after",
    "38, 0, 100000000000000000000000000000000000000, before",
    "18, 2, 10000000000000000, before",
    "18, 2, 1.005, after"
  })
  void refusesDecimalsThatDoNotFit(int precision, int scale, String text, String where) {
    assertThat(problem(new DataType.Decimal(precision, scale), text))
        .contains(where + " the point");
  }

  @Test
  void readsEveryDoubleAsTheNearestOne() {
    Random random = new Random(7);
    try (Float8Vector vector = (Float8Vector) vector(new DataType.Float64())) {
      ValueWriter writer = writer(new DataType.Float64(), vector);
      for (int i = 0; i < 20_000; i++) {
        String text =
            switch (i % 3) {
              case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
              case 1 -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000_000);
              default -> random.nextLong() + "e" + (random.nextInt(60) - 30);
            };
        char[] chars = text.toCharArray();
        assertThat(writer.write(0, chars, 0, chars.length)).as(text).isNull();
        assertThat(vector.get(0)).as(text).isEqualTo(Double.valueOf(text));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Float64, -0.0, -0.0",
    "Float64, NaN, NaN",
    "Float64, -inf, -Infinity",
    "Float32, 0.1, 0.10000000149011612",
    "Float16, 65504, 65504.0",
    "Float16, 65519, 65504.0",
    "Float16, 0.00000005960464477539063, 5.960464477539063E-8"
  })
  void readsFloats(String type, String text, String expected) {
    assertThat(written(floating(type), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Float64, 1e309",
    "Float32, 3.5e38",
    "Float16, 65520",
    "Float64, 1d",
    "Float64, 0x1p3",
    "Float64, 1e",
    "Float64, .",
    "Float64, ' 1'",
    "Float64, '1,5'"
  })
  void refusesWhatIsNoFiniteFloat(String type, String text) {
    assertThat(problem(floating(type), text)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "2036-02-30",
    "2035-02-29",
    "2036-13-01",
    "2036-00-01",
    "2036-1-1",
    "36-01-01",
    "2036-01-01T",
    "2036-01-01T24:00:00",
    "2036-01-01T10:60:00",
    "2036-01-01T10:11:60",
    "2036-01-01T10:11",
    "2036-01-01T10:11:12.",
    "2036-01-01T10:11:12+2",
    "2036-01-01T10:11:12+02:0",
    "2036-01-01T10:11:12 Z",
    "2036-01-01T10:11:12ZZ",
    "2036-01-01t10:11:12",
    "2036-01-01T10:11:12+25:00",
    "1900-02-29",
    "now",
    "1700000000"
  })
  void refusesWhatIsNoTimestamp(String text) {
    assertThat(problem(new DataType.Timestamp(null, null), text)).startsWith("is not a timestamp");
  }

  @ParameterizedTest
  @CsvSource({
    "0000-03-01, 0000-03-01T00:00:00Z",
    "1969-12-31T23:59:59.999, 1969-12-31T23:59:59.999Z",
    "2000-02-29T10:11:12-05:30, 2000-02-29T15:41:12Z",
    "2036-01-01 10:11:12+02, 2036-01-01T08:11:12Z",
    "2036-01-01T10:11:12.120000000000000Z, 2036-01-01T10:11:12.120Z",
    "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
  })
  void readsTimestamps(String text, String expected) {
    assertThat(written(new DataType.Timestamp(null, null), text)).isEqualTo(expected);
  }

  @Test
  void readsTheFirstAndTheLastTimestampOfNanoseconds() {
    DataType nanos = new DataType.Timestamp(TimeUnit.Nanosecond, "UTC");
    assertThat(written(nanos, "1677-09-21T00:12:43.145224193Z")).contains("1677-09-21T00:12:43");
    assertThat(written(nanos, "1677-09-21T00:12:43.145224192Z")).contains("1677-09-21T00:12:43");
    assertThat(problem(nanos, "1677-09-21T00:12:43.145224191Z")).contains("out of the range");
    assertThat(written(nanos, "2262-04-11T23:47:16.854775807Z")).contains("2262-04-11T23:47:16");
    assertThat(problem(nanos, "2262-04-11T23:47:16.854775808Z")).contains("out of the range");
    assertThat(written(nanos, "1969-12-31T23:59:59.999999999Z")).contains("999999999");
  }

  /** Making a number of its digits costs the square of their count: 16 s for a million. */
  @Test
  void looksAtTheLengthOfANumberFirst() {
    String digits = "7".repeat(1_000_000);
    assertTimeout(
        Duration.ofSeconds(2),
        () -> {
          assertThat(problem(new DataType.Int64(), digits)).contains("out of the range");
          assertThat(problem(new DataType.Int64(), "-" + digits)).contains("out of the range");
          assertThat(problem(new DataType.UInt64(), "1" + "0".repeat(1_000_000)))
              .contains("out of the range");
          DataType decimal = new DataType.Decimal(38, 10);
          assertThat(problem(decimal, digits)).contains("digits before the point");
          assertThat(problem(decimal, "1." + digits)).contains("digits after the point");
          assertThat(written(decimal, "1." + "0".repeat(900_000))).startsWith("1");
          assertThat(written(decimal, "0".repeat(900_000) + "1.5")).startsWith("1.5");
          assertThat(written(new DataType.Float64(), "0." + digits)).startsWith("0.777");
        });
  }

  @Test
  void refusesATimestampBeyondItsUnit() {
    DataType nanos = new DataType.Timestamp(TimeUnit.Nanosecond, null);
    assertThat(written(nanos, "2262-04-11T23:47:16.854775807Z"))
        .isEqualTo("2262-04-11T23:47:16.854775807Z");
    assertThat(problem(nanos, "2262-04-11T23:47:16.854775808Z")).contains("out of the range");
    assertThat(problem(nanos, "2036-01-01T00:00:00.0000000001Z")).isNotNull();
  }

  private static DataType integer(String type) {
    return switch (type) {
      case "Int8" -> new DataType.Int8();
      case "Int16" -> new DataType.Int16();
      case "Int32" -> new DataType.Int32();
      case "Int64" -> new DataType.Int64();
      case "UInt8" -> new DataType.UInt8();
      case "UInt16" -> new DataType.UInt16();
      case "UInt32" -> new DataType.UInt32();
      default -> new DataType.UInt64();
    };
  }

  private static DataType floating(String type) {
    return switch (type) {
      case "Float16" -> new DataType.Float16();
      case "Float32" -> new DataType.Float32();
      default -> new DataType.Float64();
    };
  }

  private FieldVector vector(DataType type) {
    FieldVector vector = ArrowSchemas.toArrow(new DataField("c", type)).createVector(allocator);
    vector.allocateNew();
    return vector;
  }

  private static ValueWriter writer(DataType type, FieldVector vector) {
    return ValueWriters.of("c", type, vector, TimeFormats.DEFAULT);
  }

  private String written(DataType type, String text) {
    try (FieldVector vector = vector(type)) {
      char[] chars = ("<" + text + ">").toCharArray();
      assertThat(writer(type, vector).write(0, chars, 1, chars.length - 1)).isNull();
      return shown(vector);
    }
  }

  private String writtenNumber(DataType type, String text) {
    try (FieldVector vector = vector(type)) {
      char[] chars = text.toCharArray();
      assertThat(writer(type, vector).writeNumber(0, chars, 0, chars.length)).isNull();
      return shown(vector);
    }
  }

  private static String shown(FieldVector vector) {
    vector.setValueCount(1);
    JsonNode value = ArrowValues.toJson(vector, 0);
    return value.asText();
  }

  private @Nullable String problem(DataType type, String text) {
    try (FieldVector vector = vector(type)) {
      char[] chars = text.toCharArray();
      return writer(type, vector).write(0, chars, 0, chars.length);
    }
  }
}
