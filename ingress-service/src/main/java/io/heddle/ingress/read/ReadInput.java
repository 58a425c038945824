package io.heddle.ingress.read;

import java.nio.file.Path;

/**
 * The bytes to read.
 *
 * @param displayName what messages call the file
 */
public record ReadInput(Path path, String displayName) {}
