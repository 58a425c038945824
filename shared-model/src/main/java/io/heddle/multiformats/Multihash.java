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

  /**
   * Reads a multihash in any of the multibase encodings.
   *
   * @throws MultiformatException when the text is none, or of an unknown function or wrong length
   */
  public static Multihash parse(String text) {
    byte[] bytes = Multibase.decode(text);
    try {
      return fromBytes(bytes);
    } catch (MultiformatException e) {
      throw new MultiformatException(MultiformatException.excerpt(text) + ": " + e.getMessage());
    }
  }

  /**
   * Reads the binary form.
   *
   * @throws MultiformatException when the bytes are none, or of an unknown function or wrong length
   */
  public static Multihash fromBytes(byte[] bytes) {
    if (bytes.length == 0) {
      throw new MultiformatException("no bytes where a multihash is expected");
    }
    Varint.Read code = Varint.decode(bytes, 0);
    HashFunction function =
        HashFunction.byCode(code.value())
            .orElseThrow(
                () ->
                    new MultiformatException(
                        "hash function 0x%x is not supported".formatted(code.value())));
    Varint.Read length = Varint.decode(bytes, code.next());
    int present = bytes.length - length.next();
    if (length.value() != present) {
      throw new MultiformatException(
          "digest of declared length %d, but %d bytes are present"
              .formatted(length.value(), present));
    }
    if (present != DIGEST_LENGTH) {
      throw new MultiformatException(
          "a %s digest has %d bytes, not %d"
              .formatted(function.multicodecName(), DIGEST_LENGTH, present));
    }
    return new Multihash(function, Arrays.copyOfRange(bytes, length.next(), bytes.length));
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

  /** The text form in an encoding of choice; {@link #toString()} is the canonical one. */
  public String toString(Multibase encoding) {
    return encoding.encode(toBytes());
  }

  /** The last eight characters of the canonical text, for people. */
  public String shortForm() {
    String text = toString();
    return text.substring(text.length() - 8);
  }

  /** The binary form: varint code, varint digest length, digest. */
  public byte[] toBytes() {
    byte[] prefix = function.prefix();
    byte[] bytes = Arrays.copyOf(prefix, prefix.length + digest.length);
    System.arraycopy(digest, 0, bytes, prefix.length, digest.length);
    return bytes;
  }
}
