package io.heddle.odf;

/** Numbered as in the FlatBuffers schema. */
public enum DatasetKind {
  Root,
  Derivative
}
