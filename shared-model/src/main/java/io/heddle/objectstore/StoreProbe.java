package io.heddle.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds out at start whether a store keeps the promises that the chain rests on. A service that
 * writes does not start on a store that fails here: two writers could overwrite each other unseen.
 */
public final class StoreProbe {
  /** Where probes write; what a crash leaves there can be deleted at any time. */
  public static final String FOLDER = "heddle-probe";

  /** What a probe found. */
  public sealed interface Finding {
    record Usable() implements Finding {}

    /** The store did something else than what it must; {@code explanation} says what to do. */
    record Unsafe(String explanation) implements Finding {}

    /** The store could not be tried out. */
    record NotReached(ObjectStoreException cause) implements Finding {
      /** Whether that may pass by itself. */
      public boolean mayPass() {
        return cause.kind() == ObjectStoreException.Kind.UNAVAILABLE;
      }

      /** What is wrong and what to do, by the names of the settings. */
      public String explanation() {
        String remedy =
            switch (cause.kind()) {
              case UNAVAILABLE ->
                  "check that the server runs and that heddle.s3.endpoint is its address";
              case DENIED ->
                  "check heddle.s3.access-key and heddle.s3.secret-key, and what they may do";
              case NO_SUCH_STORE -> "create the bucket, or correct heddle.s3.bucket";
              case UNSUPPORTED, CORRUPT -> "check that heddle.s3.endpoint is an S3 server";
            };
        return cause.getMessage() + "; " + remedy;
      }
    }
  }

  private StoreProbe() {}

  /** Writes, rewrites and deletes one small object under a name of its own. */
  public static Finding probe(ObjectStore store) {
    String key = FOLDER + "/" + UUID.randomUUID();
    try {
      return tryOut(store, key);
    } catch (ObjectStoreException e) {
      return e.kind() == ObjectStoreException.Kind.UNSUPPORTED
          ? new Finding.Unsafe(
              "the store refuses a conditional request (%s); it must support If-None-Match and"
                      .formatted(e.getMessage())
                  + " If-Match on PUT")
          : new Finding.NotReached(e);
    } finally {
      deleteQuietly(store, key);
    }
  }

  private static Finding tryOut(ObjectStore store, String key) {
    byte[] first = "first".getBytes(UTF_8);
    byte[] second = "second".getBytes(UTF_8);
    PutOutcome created = store.putIfAbsent(key, first);
    if (!(created instanceof PutOutcome.Stored(ETag firstTag))) {
      return unsafe("a first write under a fresh key", "Stored", created);
    }
    PutOutcome createdAgain = store.putIfAbsent(key, second);
    if (!(createdAgain instanceof PutOutcome.Refused)) {
      return unsafe("a write with If-None-Match: * over an object", "Refused", createdAgain);
    }
    PutOutcome replaced = store.putIfMatch(key, second, firstTag);
    if (!(replaced instanceof PutOutcome.Stored)) {
      return unsafe("a write with the current ETag in If-Match", "Stored", replaced);
    }
    PutOutcome stale = store.putIfMatch(key, first, firstTag);
    if (!(stale instanceof PutOutcome.Refused)) {
      return unsafe("a write with a stale ETag in If-Match", "Refused", stale);
    }
    Optional<StoredObject> found = store.get(key);
    if (found.isEmpty() || !Arrays.equals(found.get().content(), second)) {
      return new Finding.Unsafe("the store does not give back what was written last");
    }
    store.delete(key);
    if (store.stat(key).isPresent()) {
      return new Finding.Unsafe("the store still shows an object that was deleted");
    }
    return new Finding.Usable();
  }

  private static Finding unsafe(String what, String expected, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Unknown(ObjectStoreException cause)) {
      return new Finding.NotReached(cause);
    }
    return new Finding.Unsafe(
        ("%s ended as %s instead of %s; Heddle needs a store with conditional writes, or concurrent"
                + " commits could overwrite each other")
            .formatted(what, outcome, expected));
  }

  private static void deleteQuietly(ObjectStore store, String key) {
    try {
      store.delete(key);
    } catch (ObjectStoreException ignored) {
      // The finding already says what is wrong; the leftover is harmless (see FOLDER).
    }
  }
}
