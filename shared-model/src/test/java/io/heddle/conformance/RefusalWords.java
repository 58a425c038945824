package io.heddle.conformance;

import static java.util.Map.entry;

import java.util.Map;

/** What the refusal of each known vector of {@code invalid.json} has to say, by its reason. */
final class RefusalWords {
  private static final Map<String, String> BY_VECTOR =
      Map.ofEntries(
          entry("union-tag-mixed-case", "did you mean NdJson?"),
          entry("short-form-unknown-type", "expected a kind of DataType"),
          entry("short-form-mixed-case", "did you mean Timestamp?"),
          entry("block-version-1", "a version from 2 to 3, found the obsolete version 1"),
          entry("block-wrong-kind", "expected the manifest kind MetadataBlock"),
          entry("unknown-key", "unknown key \"foo\""),
          entry("missing-required", "/datasetKind: expected DatasetKind (required in Seed)"),
          entry("unknown-event", "expected a kind of MetadataEvent"),
          entry("timestamp-date-only", "expected an RFC 3339 timestamp"),
          entry("timestamp-bad-day", "not a leap year"),
          entry("offset-negative", "a whole number from 0"),
          entry("offset-fraction", "a whole number from 0"),
          entry("hash-bad-base", "multibase prefix 'x' is unknown"),
          entry("id-did-key", "it does not start with did:odf:"),
          entry("ref-bad-alias", "expected a dataset id (did:odf:fed01…) or an alias"),
          entry("raw-schema-not-base64", "expected bytes in padded base64"),
          entry("mh-empty", "empty text"),
          entry("mh-prefix-only", "no bytes"),
          entry("mh-not-hex", "character 6 is no digit"),
          entry("mh-unknown-code", "hash function 0x11 is not supported"),
          entry("mh-length-too-big", "declared length 33, but 32 bytes are present"),
          entry("mh-digest-33", "has 32 bytes, not 33"),
          entry("mh-varint-unterminated", "does not end"),
          entry("mb-base10", "of an encoding that is not final"),
          entry("mb-base64pad", "of an encoding that is not final"),
          entry("mb-base58-bad-char", "is no digit of its base58 encoding"),
          entry("mb-base64-with-padding", "character 48 is no digit"),
          entry("did-bad-multibase", "multibase prefix 'x' is unknown"),
          entry("did-no-prefix", "it does not start with did:odf:"),
          entry("did-wrong-codec", "not an Ed25519 public key"),
          entry("did-short-key", "a key of 32 bytes, not 31"),
          entry("bin-version-1", "the obsolete format version 1; supported are 2 to 3"),
          entry("bin-wrong-kind", "its manifest is of kind 0x400001"),
          entry("bin-empty", "an empty file"),
          entry("bin-union-none", "has a value, but no tag"),
          entry("bin-root-out-of-range", "points outside of the buffer"),
          entry("bin-inner-only", "no manifest with a block inside"),
          entry("logical-null", "of the type Null cannot be hashed"),
          entry("logical-duration", "of the type Duration(MILLISECOND) cannot be hashed"),
          entry("logical-map", "of the type Map(false) cannot be hashed"),
          entry("logical-dictionary", "in a dictionary cannot be hashed"),
          entry("logical-union", "of the type Union(Dense, [0]) cannot be hashed"),
          entry("logical-list-view", "of the type ListView cannot be hashed"));

  private RefusalWords() {}

  /** Part of the message; empty for vectors that came later. */
  static String of(String vector) {
    return BY_VECTOR.getOrDefault(vector, "");
  }
}
