package io.heddle.odf;

/** How long what was fetched stays good. */
public sealed interface SourceCaching {
  /** Once ingested, never fetched again. */
  record Forever() implements SourceCaching {}
}
