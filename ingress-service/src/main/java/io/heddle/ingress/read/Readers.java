package io.heddle.ingress.read;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.ReadStep;
import java.util.List;
import java.util.Map;

/** The formats that this installation can read. Safe for use by several threads. */
public final class Readers {
  private final List<ReadFormat<?>> formats;

  public Readers(List<ReadFormat<?>> formats) {
    this.formats = List.copyOf(formats);
  }

  /**
   * Opens {@code input} by the rules of {@code step}; the caller closes what it gets.
   *
   * @throws IngestException when the format or an option is not supported, or the input cannot be
   *     read
   */
  public RowReader open(ReadInput input, ReadStep step, ReadContext context) {
    for (ReadFormat<?> format : formats) {
      if (format.step().isInstance(step)) {
        return open(format, input, step, context);
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

  private static <S extends ReadStep> RowReader open(
      ReadFormat<S> format, ReadInput input, ReadStep step, ReadContext context) {
    return format.open(input, format.step().cast(step), context);
  }
}
