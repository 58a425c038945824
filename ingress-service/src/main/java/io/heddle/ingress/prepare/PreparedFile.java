package io.heddle.ingress.prepare;

import java.nio.file.Path;

/**
 * A local file with the bytes that the reader gets.
 *
 * @param displayName what messages call it: the name at the source, or of the archive's entry
 */
public record PreparedFile(Path path, long bytes, String displayName) {}
