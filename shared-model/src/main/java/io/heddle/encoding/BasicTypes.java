package io.heddle.encoding;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.schema.ExtraAttributes;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** The types that fields are made of. */
final class BasicTypes {
  static final TextType TEXT = new TextType("string", "a string", text -> text);

  static final OdfType<List<String>> TEXTS = new ListType<>(TEXT);

  static final OdfType<Long> U64 = new UnsignedLongType();

  static final OdfType<Integer> U32 = new UnsignedIntType();

  static final OdfType<Integer> I32 = new SignedIntType();

  static final OdfType<Boolean> BOOLEAN = new BooleanType();

  static final OdfType<Instant> TIMESTAMP = new TimestampType();

  static final OdfType<ExtraAttributes> EXTRA_ATTRIBUTES = new ExtraAttributesType();

  static final OdfType<Multihash> MULTIHASH =
      new BytesType<>(
          "multihash",
          "a multihash in a multibase encoding (f1620…)",
          Multihash::toBytes,
          Multihash::fromBytes,
          Multihash::toString,
          Multihash::parse);

  static final OdfType<DatasetId> DATASET_ID =
      new BytesType<>(
          "dataset id",
          "a dataset id (did:odf:fed01…)",
          DatasetId::toBytes,
          DatasetId::fromBytes,
          DatasetId::toString,
          DatasetId::parse);

  static final OdfType<byte[]> RAW_BYTES =
      new BytesType<>(
          "bytes",
          "bytes in padded base64",
          bytes -> bytes,
          bytes -> bytes,
          Base64.getEncoder()::encodeToString,
          BasicTypes::strictBase64);

  /** An id, kept in its canonical text, or an alias, kept as it is. */
  static final OdfType<String> DATASET_REFERENCE =
      new TextType(
          "dataset reference",
          "a dataset id (did:odf:fed01…) or an alias ([account/]name)",
          DatasetReferences::normalise);

  static final OdfType<String> DATASET_ALIAS =
      new TextType("dataset alias", "an alias ([account/]name)", DatasetReferences::alias);

  private BasicTypes() {}

  /** The JDK's decoder lets missing padding and stray bits pass; the way back shows both. */
  private static byte[] strictBase64(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (!Base64.getEncoder().encodeToString(bytes).equals(text)) {
      throw new IllegalArgumentException("base64 text with wrong padding or stray bits");
    }
    return bytes;
  }
}
