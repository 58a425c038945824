package io.heddle.objectstore;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A store that can be away, also for one dataset only, that can hang or answer late, and that can
 * lose answers to conditional replacements or refuse them.
 */
public final class FlakyStore implements ObjectStore {
  private static final ObjectStoreException AWAY =
      new ObjectStoreException(ObjectStoreException.Kind.UNAVAILABLE, "no answer");

  private final ObjectStore store;
  private final AtomicInteger answersToLose = new AtomicInteger();
  private volatile CountDownLatch hanging = new CountDownLatch(0);
  private volatile @Nullable String forbidden;
  private volatile boolean away;
  private volatile boolean stubborn;

  public FlakyStore(ObjectStore store) {
    this.store = store;
  }

  public void setAway(boolean isAway) {
    away = isAway;
  }

  /** Whether replacements are refused, whatever version they name. */
  public void setStubborn(boolean isStubborn) {
    stubborn = isStubborn;
  }

  /** The next replacement happens, and nobody hears of it. */
  public void loseNextAnswer() {
    answersToLose.incrementAndGet();
  }

  /** Fails whatever lies under a folder, as a server does that forbids it. */
  public void forbid(String folder) {
    forbidden = folder;
  }

  /** Every call waits as long as this one is held. */
  public void hang(CountDownLatch until) {
    hanging = until;
  }

  /** Whether it answers at all, as a watch beside the work would find. */
  public boolean answers() {
    return !away;
  }

  private ObjectStore reached(String key) {
    if (away) {
      throw AWAY;
    }
    if (forbidden != null && key.startsWith(forbidden)) {
      throw new ObjectStoreException(ObjectStoreException.Kind.DENIED, "403 for " + key);
    }
    try {
      hanging.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AWAY;
    }
    return store;
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    if (stubborn) {
      return new PutOutcome.Refused(PutOutcome.Reason.CHANGED);
    }
    PutOutcome outcome = reached(key).putIfMatch(key, content, expected);
    return answersToLose.getAndUpdate(n -> Math.max(0, n - 1)) > 0
        ? new PutOutcome.Unknown(AWAY)
        : outcome;
  }

  @Override
  public Optional<StoredObject> get(String key) {
    return reached(key).get(key);
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    return reached(key).getRange(key, offset, length);
  }

  @Override
  public Optional<InputStream> open(String key) {
    return reached(key).open(key);
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    return reached(key).stat(key);
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    return reached(key).putIfAbsent(key, content);
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    return reached(key).putFileIfAbsent(key, file);
  }

  @Override
  public void delete(String key) {
    reached(key).delete(key);
  }

  @Override
  public List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit) {
    return reached(prefix).list(prefix, startAfter, limit);
  }
}
