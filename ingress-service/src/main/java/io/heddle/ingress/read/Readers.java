package io.heddle.ingress.read;

import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The formats that this installation can read. Safe for use by several threads. */
public final class Readers {
  private final List<ReadFormat<?>> formats;

  public Readers(List<ReadFormat<?>> formats) {
    this.formats = List.copyOf(formats);
  }

  /** All formats that there are. */
  public static Readers standard() {
    return new Readers(List.of(new CsvFormat(), new JsonFormat(), new NdJsonFormat()));
  }

  /**
   * Opens {@code input} by the rules of {@code step}; the caller closes what it gets. In any format
   * an input of zero bytes is the empty table of the declared schema, if there is one (see {@link
   * EmptyInput} for whether to read it at all).
   *
   * @throws IngestException when the format or an option is not supported, or the input cannot be
   *     read
   */
  public RowReader open(ReadInput input, ReadStep step, ReadContext context) {
    for (ReadFormat<?> format : formats) {
      if (format.step().isInstance(step)) {
        Optional<DataSchema> declared = DeclaredSchema.of(step);
        return declared.isPresent() && isEmpty(input)
            ? new EmptyRowReader(declared.get(), context)
            : open(format, input, step, context);
      }
    }
    List<String> supported =
        formats.stream().map(format -> format.step().getSimpleName()).sorted().toList();
    throw new IngestException(
        FailureKind.Unsupported,
        "format %s cannot be read; supported: %s"
            .formatted(step.getClass().getSimpleName(), String.join(", ", supported)),
        Map.of("value", step.getClass().getSimpleName(), "supported", supported));
  }

  private static boolean isEmpty(ReadInput input) {
    try {
      return input.content().size() == 0;
    } catch (IOException e) {
      throw new ReadFailures(input.displayName(), "line").cannotRead(e);
    }
  }

  private static <S extends ReadStep> RowReader open(
      ReadFormat<S> format, ReadInput input, ReadStep step, ReadContext context) {
    return format.open(input, format.step().cast(step), context);
  }
}
