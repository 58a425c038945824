package io.heddle.hash;

import java.security.MessageDigest;

/** A running SHA3-256. */
final class DigestSink extends ByteSink {
  private static final int BUFFER_SIZE = 16 * 1024;

  private final MessageDigest digest = Sha3.newDigest();

  DigestSink() {
    super(BUFFER_SIZE);
  }

  @Override
  void makeRoom(int wanted) {
    digest.update(buffer, 0, position);
    position = 0;
  }

  byte[] digest() {
    makeRoom(0);
    return digest.digest();
  }
}
