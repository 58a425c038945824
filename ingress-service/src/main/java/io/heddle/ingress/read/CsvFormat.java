package io.heddle.ingress.read;

import io.heddle.notation.Encodings;
import io.heddle.notation.TimeFormats;
import io.heddle.odf.ReadStep;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Comma-separated values and their relatives (sources, "CSV details"). */
public final class CsvFormat implements ReadFormat<ReadStep.Csv> {
  private static final int SAMPLE_ROWS = 1000;

  @Override
  public Class<ReadStep.Csv> step() {
    return ReadStep.Csv.class;
  }

  @Override
  public RowReader open(ReadInput input, ReadStep.Csv step, ReadContext context) {
    Source source =
        new Source(
            input,
            CsvDialect.of(step),
            Encodings.of(step.encoding()),
            new ReadFailures(input.displayName(), "line"),
            context.maxValueChars());
    TimeFormats formats = TimeFormats.of(step.dateFormat(), step.timestampFormat());
    Optional<DataSchema> declared = DeclaredSchema.of(step);
    DataSchema schema =
        declared.orElseGet(() -> found(source, Boolean.TRUE.equals(step.inferSchema())));
    CsvTokenizer rows = source.open();
    try {
      if (source.dialect().header() && rows.next() && declared.isPresent()) {
        CsvHeader.check(rows, schema, source.failures());
      }
      return new CsvRowReader(rows, schema, source.dialect(), formats, source.failures(), context);
    } catch (RuntimeException e) {
      CsvRowReader.close(rows, source.failures());
      throw e;
    }
  }

  /** Names from the header, or made up; types from the first rows, or all text. */
  private static DataSchema found(Source source, boolean infer) {
    CsvTokenizer rows = source.open();
    try {
      if (!rows.next()) {
        return new DataSchema(List.of());
      }
      List<String> names = new ArrayList<>();
      if (source.dialect().header()) {
        names.addAll(CsvHeader.names(rows, source.failures()));
      } else {
        for (int i = 1; i <= rows.size(); i++) {
          names.add("column_" + i);
        }
      }
      CsvInference inference = new CsvInference(names.size(), source.dialect());
      if (infer) {
        boolean more = !source.dialect().header() || rows.next();
        for (int row = 0; more && row < SAMPLE_ROWS; row++) {
          inference.add(rows);
          more = rows.next();
        }
      }
      List<DataField> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        fields.add(new DataField(names.get(i), new DataType.Option(inference.typeOf(i))));
      }
      return new DataSchema(fields);
    } finally {
      CsvRowReader.close(rows, source.failures());
    }
  }

  private record Source(
      ReadInput input,
      CsvDialect dialect,
      Charset charset,
      ReadFailures failures,
      int maxCellChars) {
    CsvTokenizer open() {
      try {
        return new CsvTokenizer(
            DecodedText.open(input.content(), charset), dialect, maxCellChars, failures);
      } catch (IOException e) {
        throw failures.cannotRead(e);
      }
    }
  }
}
