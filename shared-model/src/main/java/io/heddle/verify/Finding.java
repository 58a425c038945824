package io.heddle.verify;

import io.heddle.multiformats.Multihash;
import org.jspecify.annotations.Nullable;

/**
 * One thing that verification found.
 *
 * @param sequenceNumber of the block (unsigned); null when that is not known
 * @param blockHash of the block
 * @param object the name of the object below the dataset's root, for findings about one
 * @param expected as text, where it is one value
 */
public record Finding(
    FindingCode code,
    Severity severity,
    @Nullable Long sequenceNumber,
    @Nullable Multihash blockHash,
    @Nullable String object,
    @Nullable String expected,
    @Nullable String actual,
    String message) {

  /** How bad it is. */
  public enum Severity {
    /** The chain is broken here. */
    ERROR,
    /** Bad style, or a rule that other tools do not keep. */
    WARNING,
    /** Nobody can say: it could not be read, or is beyond what this version understands. */
    UNCHECKED
  }
}
