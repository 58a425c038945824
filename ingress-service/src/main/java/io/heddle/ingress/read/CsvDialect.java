package io.heddle.ingress.read;

import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a CSV file is written: the options of the read step with their defaults.
 *
 * @param quote {@link #NONE} when quoting is off
 * @param escape {@link #NONE} when there is none; it matters before a quote inside quotes only
 * @param nullValue the text that means null: without quotes in columns of texts, in any dress in
 *     others, where an empty text means null as well
 */
record CsvDialect(char separator, int quote, int escape, boolean header, String nullValue) {
  static final int NONE = -1;

  private static final int HIGHEST_ASCII = 0x7f;

  /**
   * @throws IngestException (Unsupported) when a mark is longer than one ASCII character
   */
  static CsvDialect of(ReadStep.Csv step) {
    int separator = mark("separator", step.separator(), ',');
    int quote = mark("quote", step.quote(), '"');
    int escape = mark("escape", step.escape(), '\\');
    if (separator == NONE) {
      throw unsupported("separator", "", "must not be empty");
    }
    if (separator == quote) {
      throw unsupported("separator", String.valueOf((char) separator), "is the quote, too");
    }
    return new CsvDialect(
        (char) separator,
        quote,
        quote == NONE ? NONE : escape,
        Boolean.TRUE.equals(step.header()),
        step.nullValue() == null ? "" : step.nullValue());
  }

  private static int mark(String option, @Nullable String value, char defaultMark) {
    if (value == null) {
      return defaultMark;
    }
    if (value.isEmpty()) {
      return NONE;
    }
    char c = value.charAt(0);
    if (value.length() > 1 || c > HIGHEST_ASCII || c == '\n' || c == '\r' || c == 0) {
      throw unsupported(option, value, "must be one ASCII character other than a line end");
    }
    return c;
  }

  private static IngestException unsupported(String option, String value, String why) {
    return new IngestException(
        FailureKind.Unsupported,
        "CSV option %s: \"%s\" %s".formatted(option, value, why),
        Map.of("option", option, "value", value));
  }
}
