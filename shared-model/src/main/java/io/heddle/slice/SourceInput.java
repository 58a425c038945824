package io.heddle.slice;

import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/** A slice source as Parquet wants to see it; remembers why it could not be read. */
final class SourceInput implements InputFile {
  private final SliceSource source;
  private @Nullable RuntimeException failure;

  SourceInput(SliceSource source) {
    this.source = source;
  }

  /** The exception of the source itself, if it had one. */
  @Nullable RuntimeException failure() {
    return failure;
  }

  @Override
  public long getLength() {
    return source.size();
  }

  @Override
  public SeekableInputStream newStream() {
    return new SourceStream();
  }

  private byte[] fetch(long position, int length) throws EOFException {
    if (position < 0 || length < 0 || position > source.size() - length) {
      throw new EOFException("the file ends before its footer says so");
    }
    try {
      return source.read(position, length);
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private final class SourceStream extends SeekableInputStream {
    private long position;

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long newPosition) {
      position = newPosition;
    }

    @Override
    public int read() throws EOFException {
      if (position >= source.size()) {
        return -1;
      }
      return fetch(position++, 1)[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws EOFException {
      int part = (int) Math.min(length, source.size() - position);
      if (part <= 0) {
        return length == 0 ? 0 : -1;
      }
      readFully(bytes, start, part);
      return part;
    }

    @Override
    public void readFully(byte[] bytes) throws EOFException {
      readFully(bytes, 0, bytes.length);
    }

    @Override
    public void readFully(byte[] bytes, int start, int length) throws EOFException {
      System.arraycopy(fetch(position, length), 0, bytes, start, length);
      position += length;
    }

    @Override
    public int read(ByteBuffer buffer) throws EOFException {
      int part = (int) Math.min(buffer.remaining(), source.size() - position);
      if (part <= 0) {
        return buffer.hasRemaining() ? -1 : 0;
      }
      buffer.put(fetch(position, part));
      position += part;
      return part;
    }

    @Override
    public void readFully(ByteBuffer buffer) throws EOFException {
      int length = buffer.remaining();
      buffer.put(fetch(position, length));
      position += length;
    }
  }
}
