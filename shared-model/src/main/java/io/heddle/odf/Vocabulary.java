package io.heddle.odf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effective names of a dataset's system columns: the last SetVocab over the defaults. */
public record Vocabulary(
    String offsetColumn,
    String operationTypeColumn,
    String systemTimeColumn,
    String eventTimeColumn) {
  public static final Vocabulary DEFAULT =
      new Vocabulary("offset", "op", "system_time", "event_time");

  /** The names in force under {@code event}; null stands for a chain without any SetVocab. */
  public static Vocabulary of(MetadataEvent.@Nullable SetVocab event) {
    if (event == null) {
      return DEFAULT;
    }
    return new Vocabulary(
        orDefault(event.offsetColumn(), DEFAULT.offsetColumn),
        orDefault(event.operationTypeColumn(), DEFAULT.operationTypeColumn),
        orDefault(event.systemTimeColumn(), DEFAULT.systemTimeColumn),
        orDefault(event.eventTimeColumn(), DEFAULT.eventTimeColumn));
  }

  /** All names, in the order in which the columns stand. */
  public List<String> columns() {
    return List.of(offsetColumn, operationTypeColumn, systemTimeColumn, eventTimeColumn);
  }

  private static String orDefault(@Nullable String name, String byDefault) {
    return name == null ? byDefault : name;
  }
}
