package io.heddle.compression;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * What HTTP calls {@code deflate}: a zlib stream (RFC 1950), or the bare one inside of it (RFC
 * 1951) as many servers send it. For one use.
 */
public final class Deflated {
  private static final int BUFFER = 64 << 10;
  private static final int METHOD_MASK = 0x0f;
  private static final int METHOD_DEFLATE = 8;
  private static final int HEADER_MULTIPLE = 31;

  private final InputStream source;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] plain = new byte[BUFFER];
  private long bytesIn;

  /**
   * @param source read to its end, and not closed
   */
  public Deflated(InputStream source) {
    this.source = source;
  }

  /** How many bytes of the input were taken so far. */
  public long bytesIn() {
    return bytesIn;
  }

  /**
   * Writes all that the stream holds. What was written when it throws is a part, and worth nothing.
   *
   * @param out not closed
   * @throws DamagedCompressionException when the input is cut or damaged, or has other bytes behind
   *     it
   * @throws IOException when {@code source} cannot be read or {@code out} not be written
   */
  public void copyTo(OutputStream out) throws IOException {
    int start = source.readNBytes(buffer, 0, 2);
    bytesIn = start;
    Inflater inflater = new Inflater(start < 2 || !isZlib());
    inflater.setInput(buffer, 0, start);
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(plain);
        out.write(plain, 0, count);
        if (count == 0 && inflater.needsDictionary()) {
          throw new DamagedCompressionException("it needs a dictionary");
        }
        if (inflater.needsInput() && !inflater.finished()) {
          feed(inflater);
        }
      }
      if (inflater.getRemaining() > 0 || source.read() >= 0) {
        throw new DamagedCompressionException("other bytes follow the compressed data");
      }
    } catch (DataFormatException e) {
      throw new DamagedCompressionException("it is damaged: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private boolean isZlib() {
    int first = buffer[0] & 0xff;
    return (first & METHOD_MASK) == METHOD_DEFLATE
        && (first << 8 | buffer[1] & 0xff) % HEADER_MULTIPLE == 0;
  }

  private void feed(Inflater inflater) throws IOException {
    int count = source.read(buffer);
    if (count < 0) {
      throw new DamagedCompressionException("it ends in the middle of the compressed data");
    }
    bytesIn += count;
    inflater.setInput(buffer, 0, count);
  }
}
