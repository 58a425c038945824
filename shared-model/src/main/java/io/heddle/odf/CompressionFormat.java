package io.heddle.odf;

/** What {@link PrepStep.Decompress} undoes, numbered as in the FlatBuffers schema. */
public enum CompressionFormat {
  Gzip,
  Zip
}
