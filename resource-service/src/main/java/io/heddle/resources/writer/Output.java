package io.heddle.resources.writer;

import java.util.Map;

/** A record that leaves the writer; {@code value} null is a tombstone. */
record Output(
    Sink sink,
    String key,
    Map<String, String> headers,
    byte @org.jspecify.annotations.Nullable [] value) {
  enum Sink {
    EVENTS,
    RESOURCES,
    OUTCOMES,
    CHANGES,
    INGEST_REQUESTS,
    DEAD_LETTERS
  }
}
