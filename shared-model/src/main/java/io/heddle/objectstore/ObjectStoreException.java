package io.heddle.objectstore;

import org.jspecify.annotations.Nullable;

/** A store could not do what was asked of it. The message says which store, what and why. */
public final class ObjectStoreException extends RuntimeException {
  /** What kind of trouble, that is, who can mend it. */
  public enum Kind {
    /** No (usable) answer within the tries; later may help. */
    UNAVAILABLE,
    /** The credentials are wrong or do not allow it. */
    DENIED,
    /** The bucket or the root folder does not exist. */
    NO_SUCH_STORE,
    /** The store does not understand the request, for one because it cannot write conditionally. */
    UNSUPPORTED,
    /** An object holds something else than what was, or must have been, written to it. */
    CORRUPT
  }

  private final Kind kind;

  public ObjectStoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public ObjectStoreException(Kind kind, String message) {
    this(kind, message, null);
  }

  public Kind kind() {
    return kind;
  }
}
