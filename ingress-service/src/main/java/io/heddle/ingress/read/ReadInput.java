package io.heddle.ingress.read;

import java.nio.file.Path;

/**
 * The bytes to read.
 *
 * @param displayName what messages call the file
 * @param recordsBefore how many records of a larger whole lie before these bytes; messages of
 *     formats that count records go on from there
 */
public record ReadInput(Path path, String displayName, long recordsBefore) {
  public ReadInput(Path path, String displayName) {
    this(path, displayName, 0);
  }
}
