package io.heddle.ingress.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes to read.
 *
 * @param displayName what messages call the file
 * @param recordsBefore how many records of a larger whole lie before these bytes; messages of
 *     formats that count records go on from there
 */
public record ReadInput(Content content, String displayName, long recordsBefore) {
  /** Where the bytes lie. */
  public sealed interface Content {
    /** From the first byte on; closed by the caller. */
    InputStream open() throws IOException;

    /** How many bytes there are. */
    long size() throws IOException;
  }

  private record File(Path path) implements Content {
    @Override
    public InputStream open() throws IOException {
      return new InterruptibleInput(Files.newInputStream(path));
    }

    @Override
    public long size() throws IOException {
      return Files.size(path);
    }
  }

  /** Bytes that nobody changes. */
  private record Memory(byte[] bytes) implements Content {
    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public long size() {
      return bytes.length;
    }
  }

  public ReadInput(Path path, String displayName) {
    this(path, displayName, 0);
  }

  public ReadInput(Path path, String displayName, long recordsBefore) {
    this(new File(path), displayName, recordsBefore);
  }

  /**
   * @param bytes not changed from now on
   */
  public ReadInput(byte[] bytes, String displayName) {
    this(new Memory(bytes), displayName, 0);
  }
}
