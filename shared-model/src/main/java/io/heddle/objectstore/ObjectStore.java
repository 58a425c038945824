package io.heddle.objectstore;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Objects under keys. Writes are conditional, each is atomic, and a write that was reported stored
 * is seen by every later read.
 *
 * <p>A key is a relative path of segments joined by {@code /}; no segment is empty, {@code .} or
 * {@code ..}, and none starts with {@code .pending-}.
 *
 * <p>Implementations may be used by any number of threads. All methods block and try again by
 * themselves, with growing waits, where that is safe; what they throw then is an {@link
 * ObjectStoreException}. An invalid key is an {@link IllegalArgumentException}.
 */
public interface ObjectStore {
  /** The whole content of a small object; empty when there is none. */
  Optional<StoredObject> get(String key);

  /**
   * At most {@code length} bytes from {@code offset} on; fewer, or none, where the object ends
   * before. Empty when there is no such object.
   */
  Optional<byte[]> getRange(String key, long offset, int length);

  /**
   * The content as a stream that the caller closes; empty when there is no such object. Reading can
   * fail with an {@link java.io.IOException} half-way.
   */
  Optional<InputStream> open(String key);

  Optional<ObjectInfo> stat(String key);

  /** Writes an object that must not exist yet. */
  PutOutcome putIfAbsent(String key, byte[] content);

  /** Writes the content of a file, which must not change meanwhile, to a key without object. */
  PutOutcome putFileIfAbsent(String key, Path file);

  /** Replaces an object that must still have the version {@code expected}. */
  PutOutcome putIfMatch(String key, byte[] content, ETag expected);

  /** Removes an object; there being none is fine. */
  void delete(String key);

  /**
   * Objects whose key starts with {@code prefix} (any text, empty for all), in the order of the
   * UTF-8 bytes of their keys, at most {@code limit}.
   *
   * @param startAfter the last key of the page before; null for the first page
   */
  List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit);

  /** The part of this store whose keys start with {@code folder} and a slash. */
  default ObjectStore under(String folder) {
    return folder.isEmpty() ? this : new SubfolderObjectStore(this, folder);
  }
}
