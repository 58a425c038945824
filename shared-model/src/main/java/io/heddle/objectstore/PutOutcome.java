package io.heddle.objectstore;

/** How a conditional write ended. */
public sealed interface PutOutcome {
  /** The object has the new content, as version {@code etag}. */
  record Stored(ETag etag) implements PutOutcome {}

  /** The condition did not hold; nothing was written. */
  record Refused(Reason reason) implements PutOutcome {}

  /**
   * The store may or may not have the new content: an answer was lost, or a repeated try was
   * refused for what may be the first try's own success. Read the object and look.
   */
  record Unknown(ObjectStoreException cause) implements PutOutcome {}

  /** Why a condition did not hold. */
  enum Reason {
    /** {@link ObjectStore#putIfAbsent}: there is an object under that key. */
    EXISTS,
    /** {@link ObjectStore#putIfMatch}: the object has another version. */
    CHANGED,
    /** {@link ObjectStore#putIfMatch}: there is no object under that key. */
    MISSING
  }
}
