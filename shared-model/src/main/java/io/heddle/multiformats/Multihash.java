package io.heddle.multiformats;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A digest together with the code of the function that made it (ODF "Hashes", multihash).
 *
 * <p>Two multihashes are equal when code and digest are equal, whatever text they were read from.
 */
public final class Multihash {
  /** The digest length of every function Heddle knows, in bytes. */
  public static final int DIGEST_LENGTH = 32;

  private final HashFunction function;
  private final byte[] digest;

  /**
   * @throws IllegalArgumentException when the digest is not {@link #DIGEST_LENGTH} bytes long
   */
  public Multihash(HashFunction function, byte[] digest) {
    if (digest.length != DIGEST_LENGTH) {
      throw new IllegalArgumentException(
          "a %s digest has %d bytes, not %d"
              .formatted(function.multicodecName(), DIGEST_LENGTH, digest.length));
    }
    this.function = function;
    this.digest = digest.clone();
  }

  public HashFunction function() {
    return function;
  }

  public byte[] digest() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Multihash that
        && function == that.function
        && Arrays.equals(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** The canonical text form: base16 multibase, {@code f1620…}. */
  @Override
  public String toString() {
    return "f" + HexFormat.of().formatHex(toBytes());
  }

  /** The binary form: varint code, varint digest length, digest. */
  public byte[] toBytes() {
    byte[] prefix = function.prefix();
    byte[] bytes = Arrays.copyOf(prefix, prefix.length + digest.length);
    System.arraycopy(digest, 0, bytes, prefix.length, digest.length);
    return bytes;
  }
}
