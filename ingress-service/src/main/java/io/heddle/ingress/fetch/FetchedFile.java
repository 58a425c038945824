package io.heddle.ingress.fetch;

import io.heddle.hash.HashingOutputStream;
import io.heddle.ingress.read.InterruptibleInput;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Raw data in a local file.
 *
 * @param stamp size and times of a file that belongs to the source and is read in place; null for a
 *     download, which is ours alone
 * @param contentHash SHA3-256, by which equal bytes under a new validator can be told, and other
 *     bytes under an old one; null for a file that is known by its name
 * @param mediaType as the source declares it, if it does
 * @param displayName what messages call the file: its name at the source
 */
public record FetchedFile(
    Path path,
    long bytes,
    @Nullable Stamp stamp,
    @Nullable Multihash contentHash,
    @Nullable String mediaType,
    String displayName) {

  /** What tells that a file was written to: its size, modification time and identity. */
  public record Stamp(long bytes, Instant modified, @Nullable Object fileKey) {
    static Stamp of(Path path) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(
          attributes.size(), attributes.lastModifiedTime().toInstant(), attributes.fileKey());
    }
  }

  /**
   * SHA3-256 of a local file.
   *
   * @throws IngestException when it cannot be read
   */
  public static Multihash contentOf(Path path) {
    try (InputStream in = new InterruptibleInput(Files.newInputStream(path));
        HashingOutputStream hashing = new HashingOutputStream(OutputStream.nullOutputStream())) {
      in.transferTo(hashing);
      return hashing.hash();
    } catch (IOException e) {
      throw LocalFiles.cannotRead(path, e);
    }
  }

  /** The same file, known by its content. */
  FetchedFile hashed() {
    return new FetchedFile(path, bytes, stamp, contentOf(path), mediaType, displayName);
  }

  /** Whether the file is the source's own and must be neither changed nor deleted. */
  public boolean inPlace() {
    return stamp != null;
  }

  /** The modification time of a file that is read in place. */
  Instant modified() {
    if (stamp == null) {
      throw new IllegalStateException(displayName + " is a download");
    }
    return stamp.modified();
  }

  /**
   * To be called after the last byte was read: a file that changed meanwhile may have been read
   * half old and half new.
   *
   * @throws IngestException when the file is no longer what was fetched
   */
  public void checkUnchanged() {
    if (stamp == null) {
      return;
    }
    try {
      if (stamp.equals(Stamp.of(path))) {
        return;
      }
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Unreachable, path + " vanished while it was read: " + e.getMessage(), e);
    }
    throw new IngestException(
        FailureKind.Unreachable,
        path + " changed while it was read; nothing of it was taken, the next run reads it anew",
        Map.of("file", path.toString()));
  }
}
