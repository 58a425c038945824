package io.heddle.objectstore;

/** The rule for keys (see {@link ObjectStore}). */
final class ObjectKey {
  /** Starts the name of a file that is still being written. */
  static final String PENDING = ".pending-";

  private ObjectKey() {}

  static String check(String key) {
    for (String segment : key.split("/", -1)) {
      if (segment.isEmpty()
          || segment.equals(".")
          || segment.equals("..")
          || segment.startsWith(PENDING)
          || segment.indexOf('\0') >= 0
          || segment.indexOf('\\') >= 0) {
        throw new IllegalArgumentException("not a key of an object: \"" + key + "\"");
      }
    }
    return key;
  }
}
