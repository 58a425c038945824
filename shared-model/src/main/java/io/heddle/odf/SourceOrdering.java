package io.heddle.odf;

/** The order in which the files of a glob are ingested, numbered as in the FlatBuffers schema. */
public enum SourceOrdering {
  ByEventTime,
  ByName
}
