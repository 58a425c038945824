package io.heddle.multiformats;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * The Ed25519 key pair behind a dataset: the public half is the dataset's id, the private half
 * proves control over it and never enters the chain.
 */
public final class DatasetKeyPair {
  private static final String ALGORITHM = "Ed25519";

  private final DatasetId id;
  private final byte[] seed;

  private DatasetKeyPair(DatasetId id, byte[] seed) {
    this.id = id;
    this.seed = seed;
  }

  /** A new identity, drawn from {@code random}. */
  public static DatasetKeyPair generate(SecureRandom random) {
    byte[] seed = new byte[DatasetId.KEY_LENGTH];
    random.nextBytes(seed);
    return fromSeed(seed);
  }

  /**
   * The identity whose private key text was kept.
   *
   * @throws MultiformatException when the text is no private key
   */
  public static DatasetKeyPair parsePrivateKey(String text) {
    byte[] seed = Multibase.decode(text);
    if (seed.length != DatasetId.KEY_LENGTH) {
      throw new MultiformatException(
          "a private key has %d bytes, not %d".formatted(DatasetId.KEY_LENGTH, seed.length));
    }
    return fromSeed(seed);
  }

  /** The JDK derives a public key only while it generates one, from what the generator draws. */
  private static DatasetKeyPair fromSeed(byte[] seed) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
      generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
      KeyPair pair = generator.generateKeyPair();
      if (!Arrays.equals(((EdECPrivateKey) pair.getPrivate()).getBytes().orElse(null), seed)) {
        throw new IllegalStateException("this JDK generates keys in another way");
      }
      return new DatasetKeyPair(publicKey((EdECPublicKey) pair.getPublic()), seed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK offers no " + ALGORITHM, e);
    }
  }

  private static final class FixedRandom extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] drawn;

    FixedRandom(byte[] drawn) {
      this.drawn = drawn;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(drawn, 0, bytes, 0, bytes.length);
    }
  }

  public DatasetId id() {
    return id;
  }

  /** The private key as multibase (base64url) of its 32-byte seed. */
  public String privateKeyText() {
    return Multibase.BASE64_URL.encode(seed);
  }

  /** The signature of {@code message} as multibase (base64url) of its 64 bytes. */
  public String sign(byte[] message) {
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(message);
      return Multibase.BASE64_URL.encode(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK offers no " + ALGORITHM, e);
    }
  }

  /** RFC 8032: the y coordinate, lowest byte first, the sign of x in the highest bit. */
  private static DatasetId publicKey(EdECPublicKey key) {
    byte[] bigEndian = key.getPoint().getY().toByteArray();
    byte[] encoded = new byte[DatasetId.KEY_LENGTH];
    for (int index = 0; index < Math.min(bigEndian.length, encoded.length); index++) {
      encoded[index] = bigEndian[bigEndian.length - 1 - index];
    }
    if (key.getPoint().isXOdd()) {
      encoded[encoded.length - 1] |= (byte) 0x80;
    }
    return new DatasetId(encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatasetKeyPair that && Arrays.equals(seed, that.seed);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** Names the identity only; the private key is never shown. */
  @Override
  public String toString() {
    return "DatasetKeyPair[" + id + "]";
  }
}
