package io.heddle.source;

/** How long what was fetched stays good. */
public sealed interface SourceCaching {
  /** Once ingested, never fetched again. */
  record Forever() implements SourceCaching {}
}
