package io.heddle.schema;

/** Units of times, timestamps and durations, numbered as in the FlatBuffers schema. */
public enum TimeUnit {
  Second,
  Millisecond,
  Microsecond,
  Nanosecond
}
