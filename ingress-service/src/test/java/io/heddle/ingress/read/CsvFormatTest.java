package io.heddle.ingress.read;

import static io.heddle.ingress.read.ReadFixture.csv;
import static io.heddle.ingress.read.ReadFixture.field;
import static io.heddle.ingress.read.ReadFixture.optional;
import static io.heddle.ingress.read.ReadFixture.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What CSV files of the wild come with. */
class CsvFormatTest {
  private static final DataSchema TEXT_AND_NUMBER =
      schema(field("a", new DataType.Text()), field("b", new DataType.Int64()));

  @TempDir private Path folder;
  private ReadFixture read;

  @BeforeEach
  void setUp() {
    read = new ReadFixture(folder);
  }

  @Test
  void namesTheLineInWhichAQuoteOpensThatIsNeverClosed() {
    var failure = read.failure(csv(TEXT_AND_NUMBER), "a,b\nx,1\ny,\"2\nz,3\nw,4\n");
    assertThat(failure.kind()).isEqualTo(FailureKind.ReadError);
    assertThat(failure.failure().details()).containsEntry("line", 3L);
    assertThat(failure).hasMessageContaining("never closed");
  }

  @Test
  void boundsTheLengthOfAValue() {
    String swallowed = "\"x\n".repeat(ReadFixture.MAX_VALUE_CHARS);
    var failure =
        read.failure(csv(TEXT_AND_NUMBER), "a,b\n\"" + "line\n".repeat(80_000) + swallowed);
    assertThat(failure.kind()).isEqualTo(FailureKind.ReadError);
    assertThat(failure.failure().details()).containsEntry("line", 2L);
    assertThat(failure).hasMessageContaining("longer than");
  }

  @Test
  void refusesTextBehindAClosingQuote() {
    var failure = read.failure(csv(TEXT_AND_NUMBER), "a,b\nx,1\n\"y\"z,2\n");
    assertThat(failure.failure().details()).containsEntry("line", 3L);
    assertThat(failure).hasMessageContaining("closing quote of cell 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x\n", "x,1,\n", "x,1,2\n", ",,,\n"})
  void refusesARowOfAnotherLength(String row) {
    var failure = read.failure(csv(TEXT_AND_NUMBER), "a,b\nx,1\n" + row);
    assertThat(failure.kind()).isEqualTo(FailureKind.ReadError);
    assertThat(failure.failure().details()).containsEntry("line", 3L);
    assertThat(failure).hasMessageContaining("2 columns");
  }

  @Test
  void refusesASeparatorAtTheEndOfEachLine() {
    var failure = read.failure(csv(TEXT_AND_NUMBER), "a,b,\nx,1,\n");
    assertThat(failure.kind()).isEqualTo(FailureKind.BadInput);
  }

  @Test
  void makesUpNoNameForAnEmptyHeaderCell() {
    var failure = read.failure(csv(null), "a,\nx,1\n");
    assertThat(failure.kind()).isEqualTo(FailureKind.BadInput);
    assertThat(failure).hasMessageContaining("cell 2 of the header is empty");
  }

  @Test
  void refusesADecimalComma() {
    DataSchema price = schema(field("p", new DataType.Decimal(10, 3)));
    ReadStep.Csv step =
        new ReadStep.Csv(null, ";", null, null, null, true, null, null, null, null, price);
    var failure = read.failure(step, "p\n0,435\n");
    assertThat(failure.failure().details())
        .containsEntry("line", 2L)
        .containsEntry("column", "p")
        .containsEntry("value", "0,435");
  }

  @Test
  void refusesUtf16ThatIsReadAsUtf8() {
    var little =
        read.failure(csv(TEXT_AND_NUMBER), "a,b\nx,1\n".getBytes(StandardCharsets.UTF_16LE));
    assertThat(little).hasMessageContaining("UTF-16").hasMessageContaining("line 1");
    var marked = read.failure(csv(TEXT_AND_NUMBER), "a,b\nx,1\n".getBytes(StandardCharsets.UTF_16));
    assertThat(marked.kind()).isEqualTo(FailureKind.ReadError);
  }

  @Test
  void countsTheLinesInsideQuotes() {
    var failure = read.failure(csv(TEXT_AND_NUMBER), "a,b\r\n\"x\r\ny\n\",1\r\n\nz,no\r\n");
    assertThat(failure.failure().details()).containsEntry("line", 6L);
  }

  @Test
  void keepsLineEndsInsideQuotes() throws IOException {
    assertThat(read.rows(csv(TEXT_AND_NUMBER), "a,b\n\"x\r\ny\n\",1\n"))
        .containsExactly(List.of("x\r\ny\n", "1"));
  }

  @Test
  void takesTheEscapeBeforeAQuoteOnly() throws IOException {
    assertThat(
            read.rows(
                csv(TEXT_AND_NUMBER), "a,b\n\"say \\\"x\\\"\",1\n\"C:\\new\\\\x\",2\nC:\\t,3\n"))
        .containsExactly(
            List.of("say \"x\"", "1"), List.of("C:\\new\\\\x", "2"), List.of("C:\\t", "3"));
  }

  @Test
  void takesAQuoteInsidePlainTextAsItIs() throws IOException {
    assertThat(read.rows(csv(TEXT_AND_NUMBER), "a,b\n5\" pipe,1\n"))
        .containsExactly(List.of("5\" pipe", "1"));
  }

  @Test
  void readsTheLastLineWithoutALineEnd() throws IOException {
    assertThat(read.rows(csv(TEXT_AND_NUMBER), "a,b\nx,1\n\"y\",2"))
        .containsExactly(List.of("x", "1"), List.of("y", "2"));
    assertThat(
            read.rows(
                csv(schema(optional("a", new DataType.Text()), optional("b", new DataType.Text()))),
                "a,b\nx,"))
        .containsExactly(List.of("x", "null"));
  }

  @Test
  void countsRowsThatEndInAQuotedCell() throws IOException {
    assertThat(read.rows(csv(null), "a,b\n1,\"x\"\r\n2,\"y\"\n"))
        .containsExactly(List.of("1", "x"), List.of("2", "y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb\r", "a\n\"b\"\r", "a\r\nb\r\n\r", "a\nb"})
  void takesACarriageReturnAtTheEndForALineEnd(String input) throws IOException {
    DataSchema texts = schema(optional("t", new DataType.Text()));
    ReadStep.Csv step =
        new ReadStep.Csv(null, null, null, null, null, false, null, null, null, null, texts);
    assertThat(read.rows(step, input)).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void readsTextOfRfc4180WithoutAnEscape() throws IOException {
    DataSchema texts =
        schema(optional("a", new DataType.Text()), optional("b", new DataType.Text()));
    ReadStep.Csv step =
        new ReadStep.Csv(null, null, null, null, "", false, null, null, null, null, texts);
    assertThat(read.rows(step, "\"C:\\tmp\\\",\"say \"\"x\"\"\"\n"))
        .containsExactly(List.of("C:\\tmp\\", "say \"x\""));
  }

  @Test
  void infersNothingFromNullsInQuotes() throws IOException {
    ReadStep.Csv step =
        new ReadStep.Csv(null, null, null, null, null, true, true, null, null, null, null);
    assertThat(read.rows(step, "a,b\n\"\",\"\"\n\"1\",\"x\"\n"))
        .containsExactly(List.of("null", ""), List.of("1", "x"));
  }

  @Test
  void refusesAValueBehindTheSampleThatDoesNotFit() {
    ReadStep.Csv infer =
        new ReadStep.Csv(null, null, null, null, null, true, true, null, null, null, null);
    var failure = read.failure(infer, "n\n" + "1\n".repeat(1000) + "x\n");
    assertThat(failure.failure().details())
        .containsEntry("line", 1002L)
        .containsEntry("value", "x");
  }

  @Test
  void infersTheFinestUnitOfTimestamps() throws IOException {
    ReadStep.Csv infer =
        new ReadStep.Csv(null, null, null, null, null, true, true, null, null, null, null);
    assertThat(read.rows(infer, "t,m\n2036-01-01T00:00:00,1\n2036-01-01 00:00:00.25,x\n"))
        .containsExactly(
            List.of("2036-01-01T00:00:00Z", "1"), List.of("2036-01-01T00:00:00.250Z", "x"));
  }

  @Test
  void readsZeroBytesAsTheEmptyTableOfTheSchema() throws IOException {
    assertThat(read.rows(csv(TEXT_AND_NUMBER), "")).isEmpty();
  }

  /** Cells of all lengths make rows lie across every border of the reader's buffers. */
  @Test
  void readsWhateverWasWritten() throws IOException {
    Random random = new Random(20_400_101);
    List<List<String>> rows = new ArrayList<>();
    StringBuilder file = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 400; i++) {
      List<String> row = List.of(cell(random), cell(random), cell(random));
      rows.add(row);
      for (int cell = 0; cell < row.size(); cell++) {
        file.append(cell == 0 ? "" : ",").append(written(row.get(cell), random));
      }
      file.append(random.nextBoolean() ? "\n" : "\r\n");
    }
    assertThat(read.rows(csv(null), file.toString())).isEqualTo(rows);
  }

  private static String cell(Random random) {
    int length = random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(12);
    String letters = "ab,\"\n\r é€😀";
    int[] points = letters.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }

  private static String written(String cell, Random random) {
    boolean plain = !cell.isEmpty() && cell.chars().noneMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return plain && random.nextBoolean() ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
  }
}
