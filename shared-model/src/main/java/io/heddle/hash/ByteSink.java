package io.heddle.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Collects bytes in a buffer, so that single values cost a few instructions; subclasses say what
 * becomes of a full one.
 */
abstract class ByteSink {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  byte[] buffer;
  int position;

  ByteSink(int size) {
    buffer = new byte[size];
  }

  /** Makes room for {@code wanted} bytes if it can; at least for {@link Long#BYTES}. */
  abstract void makeRoom(int wanted);

  final void putByte(int value) {
    if (position == buffer.length) {
      makeRoom(1);
    }
    buffer[position++] = (byte) value;
  }

  final void putShort(int value) {
    putByte(value);
    putByte(value >> 8);
  }

  final void putInt(int value) {
    if (buffer.length - position < Integer.BYTES) {
      makeRoom(Integer.BYTES);
    }
    INTS.set(buffer, position, value);
    position += Integer.BYTES;
  }

  final void putLong(long value) {
    if (buffer.length - position < Long.BYTES) {
      makeRoom(Long.BYTES);
    }
    LONGS.set(buffer, position, value);
    position += Long.BYTES;
  }

  final void put(byte[] bytes, int start, int length) {
    int done = 0;
    while (done < length) {
      int part = room(length - done);
      System.arraycopy(bytes, start + done, buffer, position, part);
      position += part;
      done += part;
    }
  }

  final void put(ArrowBuf bytes, long start, long length) {
    long done = 0;
    while (done < length) {
      int part = room((int) Math.min(length - done, Integer.MAX_VALUE / 2));
      bytes.getBytes(start + done, buffer, position, part);
      position += part;
      done += part;
    }
  }

  private int room(int wanted) {
    if (position == buffer.length) {
      makeRoom(wanted);
    }
    return Math.min(wanted, buffer.length - position);
  }
}
