package io.heddle.objectstore;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store in the heap, for tests and for chains that are not kept. */
public final class InMemoryObjectStore implements ObjectStore {
  private record Entry(byte[] content, ETag etag, Instant written) {}

  private final NavigableMap<String, Entry> entries =
      new ConcurrentSkipListMap<>(
          (left, right) ->
              Arrays.compareUnsigned(
                  left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));
  private final AtomicLong versions = new AtomicLong();
  private final InstantSource clock;

  public InMemoryObjectStore() {
    this(InstantSource.system());
  }

  public InMemoryObjectStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Optional<StoredObject> get(String key) {
    return entry(key).map(entry -> new StoredObject(entry.content, entry.etag));
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    return entry(key)
        .map(
            entry -> {
              int from = (int) Math.min(offset, entry.content.length);
              int to = (int) Math.min((long) from + length, entry.content.length);
              return Arrays.copyOfRange(entry.content, from, to);
            });
  }

  @Override
  public Optional<InputStream> open(String key) {
    return entry(key).map(entry -> new ByteArrayInputStream(entry.content));
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    return entry(key).map(entry -> info(key, entry));
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    Entry entry = newEntry(content);
    return entries.putIfAbsent(ObjectKey.check(key), entry) == null
        ? new PutOutcome.Stored(entry.etag)
        : new PutOutcome.Refused(PutOutcome.Reason.EXISTS);
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    try {
      return putIfAbsent(key, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    Entry entry = newEntry(content);
    Entry found =
        entries.computeIfPresent(
            ObjectKey.check(key), (k, old) -> old.etag.equals(expected) ? entry : old);
    if (found == null) {
      return new PutOutcome.Refused(PutOutcome.Reason.MISSING);
    }
    return found.etag.equals(entry.etag)
        ? new PutOutcome.Stored(entry.etag)
        : new PutOutcome.Refused(PutOutcome.Reason.CHANGED);
  }

  @Override
  public void delete(String key) {
    entries.remove(ObjectKey.check(key));
  }

  @Override
  public List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit) {
    Map<String, Entry> tail =
        startAfter == null ? entries.tailMap(prefix, true) : entries.tailMap(startAfter, false);
    return tail.entrySet().stream()
        .filter(e -> e.getKey().startsWith(prefix))
        .limit(limit)
        .map(e -> info(e.getKey(), e.getValue()))
        .toList();
  }

  @Override
  public String toString() {
    return "memory";
  }

  private Optional<Entry> entry(String key) {
    return Optional.ofNullable(entries.get(ObjectKey.check(key)));
  }

  private Entry newEntry(byte[] content) {
    return new Entry(content.clone(), new ETag("v" + versions.incrementAndGet()), clock.instant());
  }

  private static ObjectInfo info(String key, Entry entry) {
    return new ObjectInfo(key, entry.content.length, entry.etag, entry.written);
  }
}
