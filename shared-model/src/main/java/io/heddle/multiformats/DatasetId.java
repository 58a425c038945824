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

  public static final String DID_KEY_PREFIX = "did:key:";

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

  /**
   * Reads {@code did:odf:} with the key in any of the multibase encodings.
   *
   * @throws MultiformatException when the text is another DID, or holds no Ed25519 key
   */
  public static DatasetId parse(String text) {
    if (!text.startsWith(DID_PREFIX)) {
      throw new MultiformatException(
          "%s is no dataset id: it does not start with %s"
              .formatted(MultiformatException.excerpt(text), DID_PREFIX));
    }
    return parseMultibase(text.substring(DID_PREFIX.length()));
  }

  /**
   * Reads the form without {@code did:odf:}, in any of the multibase encodings.
   *
   * @throws MultiformatException when the text holds no Ed25519 key
   */
  public static DatasetId parseMultibase(String text) {
    byte[] bytes = Multibase.decode(text);
    try {
      return fromBytes(bytes);
    } catch (MultiformatException e) {
      throw new MultiformatException(MultiformatException.excerpt(text) + ": " + e.getMessage());
    }
  }

  /**
   * Reads {@code did:key:}, the general form of the same identity.
   *
   * @throws MultiformatException when the text is another DID, or holds no Ed25519 key
   */
  public static DatasetId parseDidKey(String text) {
    if (!text.startsWith(DID_KEY_PREFIX)) {
      throw new MultiformatException(
          "%s does not start with %s"
              .formatted(MultiformatException.excerpt(text), DID_KEY_PREFIX));
    }
    return parseMultibase(text.substring(DID_KEY_PREFIX.length()));
  }

  /**
   * Reads the binary form.
   *
   * @throws MultiformatException when the bytes are no Ed25519 public key with its type in front
   */
  public static DatasetId fromBytes(byte[] bytes) {
    if (bytes.length < MULTICODEC.length
        || !Arrays.equals(bytes, 0, MULTICODEC.length, MULTICODEC, 0, MULTICODEC.length)) {
      throw new MultiformatException("not an Ed25519 public key: it does not start with ed01");
    }
    int length = bytes.length - MULTICODEC.length;
    if (length != KEY_LENGTH) {
      throw new MultiformatException(
          "a dataset id is a key of %d bytes, not %d".formatted(KEY_LENGTH, length));
    }
    return new DatasetId(Arrays.copyOfRange(bytes, MULTICODEC.length, bytes.length));
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

  /** The text without {@code did:odf:} in an encoding of choice. */
  public String multibase(Multibase encoding) {
    return encoding.encode(toBytes());
  }

  /** The same identity as {@code did:key:z6Mk…}. */
  public String didKey() {
    return DID_KEY_PREFIX + multibase(Multibase.BASE58_BTC);
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
