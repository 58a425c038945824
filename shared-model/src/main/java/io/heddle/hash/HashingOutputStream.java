package io.heddle.hash;

import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Hashes and counts the bytes that pass through. */
public final class HashingOutputStream extends FilterOutputStream {
  private final MessageDigest digest = Sha3.newDigest();
  private long size;

  public HashingOutputStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    digest.update((byte) b);
    size++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    digest.update(bytes, offset, length);
    size += length;
  }

  /** The number of bytes so far. */
  public long size() {
    return size;
  }

  /** The hash of all bytes; ends the hashing, so it can be asked once. */
  public Multihash hash() {
    return new Multihash(HashFunction.SHA3_256, digest.digest());
  }
}
