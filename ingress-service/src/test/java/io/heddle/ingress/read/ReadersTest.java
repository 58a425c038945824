package io.heddle.ingress.read;

import static io.heddle.ingress.read.ReadFixture.csv;
import static io.heddle.ingress.read.ReadFixture.field;
import static io.heddle.ingress.read.ReadFixture.json;
import static io.heddle.ingress.read.ReadFixture.ndJson;
import static io.heddle.ingress.read.ReadFixture.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heddle.odf.MergeStrategy;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every format. */
class ReadersTest {
  private static final DataSchema SCHEMA = schema(field("a", new DataType.Text()));

  @TempDir private Path folder;

  @Test
  void readsZeroBytesAsTheEmptyTableOfADeclaredSchema() throws IOException {
    for (ReadStep step : List.of(csv(SCHEMA), json(SCHEMA), ndJson(SCHEMA))) {
      assertThat(new ReadFixture(folder).rows(step, "")).isEmpty();
    }
  }

  @Test
  void refusesAFormatThatIsNotThereAndNamesTheOthers() {
    IngestException failure = failure(new ReadStep.Parquet(null, SCHEMA));
    assertThat(failure.kind()).isEqualTo(FailureKind.Unsupported);
    assertThat(failure.failure().details())
        .containsEntry("supported", List.of("Csv", "Json", "NdJson"));
  }

  @Test
  void refusesBothFormsOfASchemaAndOneNameTwice() {
    assertThat(failure(new ReadStep.NdJson(List.of("a INT"), null, null, null, SCHEMA)).kind())
        .isEqualTo(FailureKind.UnsupportedSchema);
    DataSchema twice = schema(field("a", new DataType.Text()), field("a", new DataType.Int64()));
    assertThat(failure(ndJson(twice)).kind()).isEqualTo(FailureKind.UnsupportedSchema);
  }

  @Test
  void refusesATypeThatTextCannotHold() {
    for (ReadStep step :
        List.of(
            csv(schema(field("b", new DataType.Binary(null)))),
            csv(schema(field("s", new DataType.Struct(List.of())))),
            ndJson(schema(field("t", new DataType.Time(null)))))) {
      assertThat(failure(step).kind()).isEqualTo(FailureKind.UnsupportedSchema);
    }
  }

  @Test
  void givesBackAllMemoryWhenThereIsTooLittle() throws IOException {
    Path file = Files.writeString(folder.resolve("input"), "a\n" + "x".repeat(50_000) + "\n");
    try (BufferAllocator allocator = new RootAllocator(20_000)) {
      IngestException failure =
          catchThrowableOfType(
              IngestException.class,
              () -> {
                try (RowReader reader =
                    Readers.standard()
                        .open(
                            new ReadInput(file, "input"),
                            csv(SCHEMA),
                            new ReadContext(allocator, 10, 1 << 20, 1 << 20))) {
                  reader.loadNextBatch();
                }
              });
      assertThat(failure.kind()).isEqualTo(FailureKind.LimitExceeded);
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void takesZeroBytesForNoSnapshot() {
    ReadInput input = new ReadInput(folder, "in.csv");
    MergeStrategy snapshot = new MergeStrategy.Snapshot(List.of("a"), null);
    IngestException failure =
        catchThrowableOfType(
            IngestException.class, () -> EmptyInput.of(input, 0, csv(SCHEMA), snapshot));
    assertThat(failure.kind()).isEqualTo(FailureKind.BadInput);
    assertThat(failure).hasMessageContaining("an empty file is not an empty table");
    assertThat(EmptyInput.of(input, 1, csv(SCHEMA), snapshot)).isEqualTo(EmptyInput.HAS_BYTES);
  }

  @Test
  void takesZeroBytesForNothingNewElsewhere() {
    ReadInput input = new ReadInput(folder, "in.csv");
    MergeStrategy append = new MergeStrategy.Append();
    assertThat(EmptyInput.of(input, 0, csv(SCHEMA), append)).isEqualTo(EmptyInput.EMPTY_TABLE);
    assertThat(EmptyInput.of(input, 0, csv(null), append)).isEqualTo(EmptyInput.NO_TABLE);
    assertThat(
            EmptyInput.of(
                input, 0, new ReadStep.NdJson(List.of("a INT"), null, null, null, null), append))
        .isEqualTo(EmptyInput.EMPTY_TABLE);
  }

  @ParameterizedTest
  @CsvSource({"text/csv; charset=utf-8, Csv", "APPLICATION/JSON, Json", "' text/csv ', Csv"})
  void looksAtTheTypeOnly(String mediaType, String format) {
    assertThat(MediaTypes.formatOf(mediaType)).hasToString("Optional[" + format + "]");
  }

  private IngestException failure(ReadStep step) {
    return new ReadFixture(folder).failure(step, "x");
  }

  @ParameterizedTest
  @CsvSource({
    "text/csv, windows-1252",
    "text/csv; charset=utf-8, UTF-8",
    "Text/CSV; header=present; CHARSET=\"ISO-8859-15\", ISO-8859-15",
    "text/csv; charset=CP1252, windows-1252"
  })
  void readsABodyInTheCharsetThatCameWithIt(String mediaType, String encoding) {
    ReadStep.Csv declared =
        new ReadStep.Csv(
            null, ";", "windows-1252", null, null, true, null, null, null, null, SCHEMA);
    ReadStep.Csv adapted = (ReadStep.Csv) MediaTypes.adapt(declared, mediaType);
    assertThat(adapted.encoding()).isEqualTo(encoding);
    assertThat(adapted.separator()).isEqualTo(";");
    assertThat(((ReadStep.Csv) MediaTypes.adapt(ReadFixture.ndJson(SCHEMA), mediaType)).schema())
        .isEqualTo(SCHEMA);
  }

  @Test
  void refusesACharsetThatJsonCannotHave() {
    assertThatThrownBy(
            () ->
                MediaTypes.adapt(
                    ReadFixture.ndJson(SCHEMA), "application/x-ndjson; charset=latin1"))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.UnsupportedMediaType))
        .hasMessageContaining("latin1");
  }
}
