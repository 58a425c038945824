package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.hash.Sha3;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.multiformats.Multibase;
import io.heddle.multiformats.Multihash;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Hashes and ids in binary and in every text encoding. */
class MultiformatVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  private static final Map<String, Multibase> ENCODINGS =
      Map.of(
          "base16", Multibase.BASE16,
          "base16upper", Multibase.BASE16_UPPER,
          "base32", Multibase.BASE32,
          "base32upper", Multibase.BASE32_UPPER,
          "base58btc", Multibase.BASE58_BTC,
          "base64", Multibase.BASE64,
          "base64url", Multibase.BASE64_URL,
          "base64urlpad", Multibase.BASE64_URL_PADDED);

  @TestFactory
  Stream<DynamicNode> multiformats() {
    return ConformanceSuite.vectors("multiformats").format("multiformats", this::check).tests();
  }

  private void check(ConformanceCase given) {
    switch (given.text("kind")) {
      case "multihash" -> checkMultihash(given);
      case "dataset-id" -> checkDatasetId(given);
      default -> ConformanceSuite.notSupported("unknown kind " + given.text("kind"));
    }
  }

  private static void checkMultihash(ConformanceCase given) {
    Multihash hash = Multihash.fromBytes(HEX.parseHex(given.text("bytes")));
    assertThat(hash.function().code()).isEqualTo(given.get("code").intValue());
    assertThat(hash.function().multicodecName()).isEqualTo(given.text("codeName"));
    assertThat(HEX.formatHex(hash.digest())).isEqualTo(given.text("digest"));
    assertThat(HEX.formatHex(hash.toBytes())).isEqualTo(given.text("bytes"));
    assertThat(hash.toString()).isEqualTo(given.text("canonical"));
    assertThat(hash.shortForm()).isEqualTo(given.text("short"));
    given
        .get("encodings")
        .properties()
        .forEach(
            encoding -> {
              String text = encoding.getValue().textValue();
              assertThat(Multihash.parse(text)).as(encoding.getKey()).isEqualTo(hash);
              assertThat(hash.toString(ENCODINGS.get(encoding.getKey()))).isEqualTo(text);
            });
    if (given.get("contentUtf8").isTextual()) {
      byte[] content = given.text("contentUtf8").getBytes(StandardCharsets.UTF_8);
      assertThat(HEX.formatHex(Sha3.newDigest().digest(content))).isEqualTo(given.text("digest"));
    }
  }

  private static void checkDatasetId(ConformanceCase given) {
    DatasetId id = DatasetId.fromBytes(HEX.parseHex(given.text("bytes")));
    assertThat(HEX.formatHex(id.publicKey())).isEqualTo(given.text("publicKey"));
    assertThat(HEX.formatHex(id.toBytes())).isEqualTo(given.text("bytes"));
    assertThat(id.toString()).isEqualTo(given.text("canonical"));
    assertThat(id.multibase()).isEqualTo(given.text("multibase"));
    assertThat(id.didKey()).isEqualTo(given.text("didKey"));
    assertThat(DatasetId.parse(given.text("canonical"))).isEqualTo(id);
    assertThat(DatasetId.parseDidKey(given.text("didKey"))).isEqualTo(id);
    given
        .get("encodings")
        .properties()
        .forEach(
            encoding -> {
              String text = encoding.getValue().textValue();
              assertThat(DatasetId.parse(text)).as(encoding.getKey()).isEqualTo(id);
              assertThat(DatasetId.DID_PREFIX + id.multibase(ENCODINGS.get(encoding.getKey())))
                  .isEqualTo(text);
            });
    if (given.get("privateKeyText").isTextual()) {
      DatasetKeyPair pair = DatasetKeyPair.parsePrivateKey(given.text("privateKeyText"));
      assertThat(pair.id()).isEqualTo(id);
      assertThat(pair.privateKeyText()).isEqualTo(given.text("privateKeyText"));
      assertThat(HEX.formatHex(Multibase.decode(given.text("privateKeyText"))))
          .isEqualTo(given.text("privateKeySeed"));
    }
  }
}
