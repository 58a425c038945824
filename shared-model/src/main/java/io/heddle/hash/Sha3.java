package io.heddle.hash;

import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA3-256 (FIPS 202), the hash of blocks and files. */
public final class Sha3 {
  private Sha3() {}

  /** A running digest, for one thread. */
  public static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA3-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA3-256", e);
    }
  }

  public static Multihash hash(byte[] bytes) {
    return new Multihash(HashFunction.SHA3_256, newDigest().digest(bytes));
  }
}
