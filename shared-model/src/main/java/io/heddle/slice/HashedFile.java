package io.heddle.slice;

import io.heddle.hash.HashingOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A new local file that is hashed while it is written, from its start to its end. */
final class HashedFile implements OutputFile {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final HashingOutputStream bytes;

  HashedFile(Path file) throws IOException {
    bytes = new HashingOutputStream(Files.newOutputStream(file));
  }

  /** What was written; complete once the stream is closed. */
  HashingOutputStream bytes() {
    return bytes;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new CountingStream(new BufferedOutputStream(bytes, BUFFER_BYTES));
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  private static final class CountingStream extends PositionOutputStream {
    private final OutputStream out;
    private long position;

    CountingStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] source, int start, int length) throws IOException {
      out.write(source, start, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
