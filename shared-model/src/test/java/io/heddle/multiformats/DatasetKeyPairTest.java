package io.heddle.multiformats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import org.junit.jupiter.api.Test;

class DatasetKeyPairTest {
  @Test
  void eachKeyPairIsANewIdentity() {
    SecureRandom random = new SecureRandom();
    assertThat(DatasetKeyPair.generate(random).id())
        .isNotEqualTo(DatasetKeyPair.generate(random).id());
  }

  @Test
  void thePrivateKeyTextGivesTheIdentityBack() {
    DatasetKeyPair pair = DatasetKeyPair.generate(new SecureRandom());
    assertThat(DatasetKeyPair.parsePrivateKey(pair.privateKeyText())).isEqualTo(pair);
    assertThat(pair.toString()).doesNotContain(pair.privateKeyText());
  }

  @Test
  void theIdVerifiesWhatTheKeySigned() throws GeneralSecurityException {
    // Given
    DatasetKeyPair pair = DatasetKeyPair.generate(new SecureRandom());
    byte[] message = "heddle".getBytes(StandardCharsets.UTF_8);
    // When
    byte[] signed = Multibase.decode(pair.sign(message));
    // Then
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(
        KeyFactory.getInstance("Ed25519")
            .generatePublic(
                new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(pair.id().publicKey()))));
    signature.update(message);
    assertThat(signature.verify(signed)).isTrue();
  }

  @Test
  void aTextOfAnotherLengthIsNoPrivateKey() {
    assertThatThrownBy(() -> DatasetKeyPair.parsePrivateKey("uAAAA"))
        .isInstanceOf(MultiformatException.class)
        .hasMessageContaining("32 bytes, not 3");
  }

  private static EdECPoint point(byte[] encoded) {
    byte[] bigEndian = new byte[encoded.length];
    for (int index = 0; index < encoded.length; index++) {
      bigEndian[index] = encoded[encoded.length - 1 - index];
    }
    boolean odd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    return new EdECPoint(odd, new BigInteger(1, bigEndian));
  }
}
