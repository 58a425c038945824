package io.heddle.slice;

import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStore;
import io.heddle.schema.DamagedDataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a data file, read in any order. Failures to get at them are the source's own
 * exceptions, and never taken for damage of the file.
 */
public interface SliceSource {
  long size();

  /** Reads {@code length} bytes from {@code position} on, all of which lie within the size. */
  byte[] read(long position, int length);

  static SliceSource of(byte[] bytes) {
    return new SliceSource() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public byte[] read(long position, int length) {
        byte[] part = new byte[length];
        System.arraycopy(bytes, (int) position, part, 0, length);
        return part;
      }
    };
  }

  static SliceSource of(Path file) {
    long size;
    try {
      size = Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SliceSource() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public byte[] read(long position, int length) {
        ByteBuffer part = ByteBuffer.allocate(length);
        try (FileChannel channel = FileChannel.open(file)) {
          while (part.hasRemaining()) {
            if (channel.read(part, position + part.position()) < 0) {
              throw new DamagedDataException(file.getFileName() + " is shorter than it was");
            }
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return part.array();
      }
    };
  }

  /** An object that is fetched piece by piece, as far as it is needed. */
  static SliceSource of(ObjectStore store, ObjectInfo object) {
    return new SliceSource() {
      @Override
      public long size() {
        return object.size();
      }

      @Override
      public byte[] read(long position, int length) {
        byte[] part =
            store
                .getRange(object.key(), position, length)
                .orElseThrow(
                    () -> new DamagedDataException("the object " + object.key() + " is gone"));
        if (part.length != length) {
          throw new DamagedDataException("the object " + object.key() + " is shorter than it was");
        }
        return part;
      }
    };
  }
}
