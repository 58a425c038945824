package io.heddle.multiformats;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The identity of a dataset: an Ed25519 public key, written {@code did:odf:fed01…} (ODF "Dataset
 * identity"). Equality is equality of the key.
 */
public final class DatasetId {
  /** The length of the key in bytes. */
  public static final int KEY_LENGTH = 32;

  public static final String DID_PREFIX = "did:odf:";

  private static final byte[] MULTICODEC = {(byte) 0xed, 0x01};

  private final byte[] publicKey;

  /**
   * @throws IllegalArgumentException when the key is not {@link #KEY_LENGTH} bytes long
   */
  public DatasetId(byte[] publicKey) {
    if (publicKey.length != KEY_LENGTH) {
      throw new IllegalArgumentException(
          "a dataset id is a key of %d bytes, not %d".formatted(KEY_LENGTH, publicKey.length));
    }
    this.publicKey = publicKey.clone();
  }

  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** The binary form: the two bytes of the key type, then the key. */
  public byte[] toBytes() {
    byte[] bytes = Arrays.copyOf(MULTICODEC, MULTICODEC.length + KEY_LENGTH);
    System.arraycopy(publicKey, 0, bytes, MULTICODEC.length, KEY_LENGTH);
    return bytes;
  }

  /** The base16 text without {@code did:odf:}, which names the dataset's folder: {@code fed01…}. */
  public String multibase() {
    return "f" + HexFormat.of().formatHex(toBytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatasetId that && Arrays.equals(publicKey, that.publicKey);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(publicKey);
  }

  /** The canonical text form, {@code did:odf:fed01…}. */
  @Override
  public String toString() {
    return DID_PREFIX + multibase();
  }
}
