package io.heddle.odf;

import org.jspecify.annotations.Nullable;

/** Where rows without an event time of their own take it from. */
public sealed interface EventTimeSource {
  record FromMetadata() implements EventTimeSource {}

  /** {@code timestampFormat} absent means {@code %Y-%m-%d}. */
  record FromPath(String pattern, @Nullable String timestampFormat) implements EventTimeSource {}

  record FromSystemTime() implements EventTimeSource {}
}
