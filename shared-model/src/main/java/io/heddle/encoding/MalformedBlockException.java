package io.heddle.encoding;

/** The bytes of a metadata block are damaged, obsolete, or no metadata block at all. */
public final class MalformedBlockException extends EncodingException {
  public MalformedBlockException(String message) {
    super(message);
  }
}
