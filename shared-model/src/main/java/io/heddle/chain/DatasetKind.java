package io.heddle.chain;

/** Numbered as in the FlatBuffers schema. */
public enum DatasetKind {
  Root,
  Derivative
}
