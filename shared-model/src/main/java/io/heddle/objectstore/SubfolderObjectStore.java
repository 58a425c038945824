package io.heddle.objectstore;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A folder of another store, seen as a store. */
final class SubfolderObjectStore implements ObjectStore {
  private final ObjectStore store;
  private final String prefix;

  SubfolderObjectStore(ObjectStore store, String folder) {
    this.store = store;
    this.prefix = ObjectKey.check(folder) + "/";
  }

  @Override
  public Optional<StoredObject> get(String key) {
    return store.get(outer(key));
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    return store.getRange(outer(key), offset, length);
  }

  @Override
  public Optional<InputStream> open(String key) {
    return store.open(outer(key));
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    return store.stat(outer(key)).map(this::inner);
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    return store.putIfAbsent(outer(key), content);
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    return store.putFileIfAbsent(outer(key), file);
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    return store.putIfMatch(outer(key), content, expected);
  }

  @Override
  public void delete(String key) {
    store.delete(outer(key));
  }

  @Override
  public List<ObjectInfo> list(String keyPrefix, @Nullable String startAfter, int limit) {
    String after = startAfter == null ? null : prefix + startAfter;
    return store.list(prefix + keyPrefix, after, limit).stream().map(this::inner).toList();
  }

  @Override
  public String toString() {
    return store + "/" + prefix;
  }

  private String outer(String key) {
    return prefix + ObjectKey.check(key);
  }

  private ObjectInfo inner(ObjectInfo info) {
    return new ObjectInfo(
        info.key().substring(prefix.length()), info.size(), info.etag(), info.lastModified());
  }
}
