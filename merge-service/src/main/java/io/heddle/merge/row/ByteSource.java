package io.heddle.merge.row;

/** A place in a byte array, read forward. */
final class ByteSource {
  private final byte[] bytes;
  private int position;

  ByteSource(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  void skip(int count) {
    position += count;
  }

  int next() {
    return bytes[position++];
  }

  int nextVarint() {
    int value = 0;
    int shift = 0;
    while (true) {
      int part = bytes[position++];
      value |= (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
      shift += 7;
    }
  }
}
