package io.heddle.problem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why an ingestion failed.
 *
 * @param message says what, where and what to do
 * @param details what the message names, for programs: {@code file}, {@code line} (from 1, a header
 *     counts), {@code record} (from 1), {@code row} (of the ingestion, from 1), {@code column},
 *     {@code columns}, {@code key} (column to value), {@code value} (as text, as in the input),
 *     {@code supported}, {@code status}, {@code url}, …; values are texts, numbers, lists and maps
 */
public record Failure(FailureKind kind, String message, Map<String, Object> details) {
  public Failure {
    details = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  public Failure(FailureKind kind, String message) {
    this(kind, message, Map.of());
  }
}
