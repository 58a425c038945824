package io.heddle.multiformats;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** The hash functions that occur in ODF chains, with their multicodec codes. */
public enum HashFunction {
  /** Only ever seen in foreign input. */
  SHA2_256("sha2-256", 0x12, "1220"),
  /** Block hashes and physical hashes of files. */
  SHA3_256("sha3-256", 0x16, "1620"),
  /** Logical hashes of data. */
  ARROW0_SHA3_256("arrow0-sha3-256", 0x300016, "9680c00120");

  private final String multicodecName;
  private final int code;
  private final String prefixHex;

  HashFunction(String multicodecName, int code, String prefixHex) {
    this.multicodecName = multicodecName;
    this.code = code;
    this.prefixHex = prefixHex;
  }

  public String multicodecName() {
    return multicodecName;
  }

  public int code() {
    return code;
  }

  static Optional<HashFunction> byCode(long code) {
    return Arrays.stream(values()).filter(function -> function.code == code).findFirst();
  }

  /** Varint code and varint digest length, as they stand before a digest. */
  byte[] prefix() {
    return HexFormat.of().parseHex(prefixHex);
  }
}
