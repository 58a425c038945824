package io.heddle.compression;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * All members of gzip data (RFC 1952), each checked against its trailer. Zeros behind the last
 * member are padding; anything else there is an error, which the JDK's own stream does not tell.
 * For one use.
 */
public final class GzipMembers {
  private static final int BUFFER = 64 << 10;
  private static final int DEFLATE = 8;
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int TIME_AND_SYSTEM_BYTES = 6;

  private final InputStream source;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] plain = new byte[BUFFER];
  private int position;
  private int limit;
  private long bytesIn;

  /**
   * @param source read to its end, and not closed
   */
  public GzipMembers(InputStream source) {
    this.source = source;
  }

  /**
   * Unpacks what lies in memory.
   *
   * @throws DamagedCompressionException as {@link #copyTo}
   * @throws UnpackLimitException when more comes out than is allowed
   */
  public static byte[] unpack(byte[] packed, UnpackLimits limits) throws IOException {
    GzipMembers members = new GzipMembers(new ByteArrayInputStream(packed));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    members.copyTo(new BoundedOutput(bytes, limits, members::bytesIn));
    return bytes.toByteArray();
  }

  /** How many bytes of the input were taken so far. */
  public long bytesIn() {
    return bytesIn;
  }

  /**
   * Writes all that the members hold. What was written when it throws is a part, and worth nothing.
   *
   * @param out not closed
   * @throws DamagedCompressionException when the input is not gzip, is cut or damaged, or has other
   *     bytes behind it
   * @throws IOException when {@code source} cannot be read or {@code out} not be written
   */
  public void copyTo(OutputStream out) throws IOException {
    int members = 0;
    while (available()) {
      if (members > 0 && buffer[position] == 0) {
        checkPadding();
        return;
      }
      readHeader(members);
      copyMember(out);
      members++;
    }
    if (members == 0) {
      throw new DamagedCompressionException("it is empty");
    }
  }

  private void checkPadding() throws IOException {
    while (available()) {
      if (next() != 0) {
        throw new DamagedCompressionException("other bytes follow the compressed data");
      }
    }
  }

  private void readHeader(int members) throws IOException {
    if (next() != 0x1f || next() != 0x8b) {
      throw new DamagedCompressionException(
          members == 0 ? "it does not start like gzip" : "other bytes follow the compressed data");
    }
    if (next() != DEFLATE) {
      throw new DamagedCompressionException("its compression method is unknown");
    }
    int flags = next();
    skip(TIME_AND_SYSTEM_BYTES);
    if ((flags & FLAG_EXTRA) != 0) {
      skip((int) littleEndian(2));
    }
    if ((flags & FLAG_NAME) != 0) {
      skipText();
    }
    if ((flags & FLAG_COMMENT) != 0) {
      skipText();
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      skip(2);
    }
  }

  private void copyMember(OutputStream out) throws IOException {
    CRC32 crc = new CRC32();
    Inflater inflater = new Inflater(true);
    try {
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          requireAvailable();
          inflater.setInput(buffer, position, limit - position);
        }
        int count = inflater.inflate(plain);
        position = limit - inflater.getRemaining();
        if (count == 0 && inflater.needsDictionary()) {
          throw new DamagedCompressionException("it needs a dictionary");
        }
        crc.update(plain, 0, count);
        out.write(plain, 0, count);
      }
      long plainBytes = inflater.getBytesWritten();
      if (littleEndian(4) != crc.getValue() || littleEndian(4) != (plainBytes & 0xffffffffL)) {
        throw new DamagedCompressionException("it is damaged: check sum or length do not fit");
      }
    } catch (DataFormatException e) {
      throw new DamagedCompressionException("it is damaged: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private void skipText() throws IOException {
    while (next() != 0) {
      // Latin-1 text up to a zero byte.
    }
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private long littleEndian(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << (8 * i);
    }
    return value;
  }

  private int next() throws IOException {
    requireAvailable();
    return buffer[position++] & 0xff;
  }

  private void requireAvailable() throws IOException {
    if (!available()) {
      throw new DamagedCompressionException("it ends in the middle of the compressed data");
    }
  }

  private boolean available() throws IOException {
    if (position < limit) {
      return true;
    }
    int count = source.read(buffer);
    position = 0;
    limit = Math.max(count, 0);
    bytesIn += limit;
    return count > 0;
  }
}
