package io.heddle.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ObjectStore} has to do; each implementation runs it. */
public abstract class ObjectStoreContract {
  private static final byte[] ONE = "one".getBytes(UTF_8);
  private static final byte[] TWO = "two, longer".getBytes(UTF_8);

  @TempDir Path files;

  /** The same empty store for all calls of one test. */
  protected abstract ObjectStore store();

  @Test
  void findsWhatWasPut() throws IOException {
    // When
    ETag etag = stored(store().putIfAbsent("a/b/object", ONE));

    // Then
    assertThat(store().get("a/b/object")).contains(new StoredObject(ONE, etag));
    ObjectInfo info = store().stat("a/b/object").orElseThrow();
    assertThat(info.size()).isEqualTo(3);
    assertThat(info.etag()).isEqualTo(etag);
    try (InputStream stream = store().open("a/b/object").orElseThrow()) {
      assertThat(stream.readAllBytes()).isEqualTo(ONE);
    }
  }

  @Test
  void saysThatAnObjectIsMissing() {
    assertThat(store().get("none")).isEmpty();
    assertThat(store().stat("none")).isEmpty();
    assertThat(store().open("none")).isEmpty();
    assertThat(store().getRange("none", 0, 10)).isEmpty();
  }

  @Test
  void takesAFolderForNoObject() {
    store().putIfAbsent("folder/object", ONE);

    assertThat(store().get("folder")).isEmpty();
    assertThat(store().stat("folder")).isEmpty();
    assertThat(store().get("folder/object/below")).isEmpty();
  }

  @Test
  void keepsAnEmptyObject() {
    store().putIfAbsent("empty", new byte[0]);

    assertThat(store().get("empty").orElseThrow().content()).isEmpty();
    assertThat(store().stat("empty").orElseThrow().size()).isZero();
  }

  @Test
  void readsRanges() {
    store().putIfAbsent("object", "0123456789".getBytes(UTF_8));

    assertThat(range(0, 4)).isEqualTo("0123");
    assertThat(range(7, 3)).isEqualTo("789");
    assertThat(range(8, 100)).isEqualTo("89");
    assertThat(range(10, 5)).isEmpty();
    assertThat(range(50, 5)).isEmpty();
    assertThat(range(3, 0)).isEmpty();
  }

  @Test
  void neverOverwritesByPutIfAbsent() {
    stored(store().putIfAbsent("object", ONE));

    PutOutcome outcome = store().putIfAbsent("object", TWO);

    assertThat(outcome).isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.EXISTS));
    assertThat(store().get("object").orElseThrow().content()).isEqualTo(ONE);
  }

  @Test
  void putsAFile() throws IOException {
    byte[] content = new byte[300_000];
    new Random(1).nextBytes(content);
    Path file = Files.write(files.resolve("file"), content);

    ETag etag = stored(store().putFileIfAbsent("data/file", file));
    PutOutcome again = store().putFileIfAbsent("data/file", file);

    assertThat(again).isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.EXISTS));
    assertThat(store().get("data/file")).contains(new StoredObject(content, etag));
    assertThat(store().stat("data/file").orElseThrow().size()).isEqualTo(content.length);
    assertThat(file).exists();
  }

  @Test
  void putsAnEmptyFile() throws IOException {
    Path file = Files.write(files.resolve("file"), new byte[0]);

    stored(store().putFileIfAbsent("data/file", file));

    assertThat(store().stat("data/file").orElseThrow().size()).isZero();
  }

  @Test
  void replacesTheVersionThatWasExpected() {
    ETag first = stored(store().putIfAbsent("object", ONE));

    ETag second = stored(store().putIfMatch("object", TWO, first));

    assertThat(second).isNotEqualTo(first);
    assertThat(store().get("object")).contains(new StoredObject(TWO, second));
  }

  @Test
  void refusesToReplaceAnotherVersion() {
    ETag first = stored(store().putIfAbsent("object", ONE));
    stored(store().putIfMatch("object", TWO, first));

    PutOutcome outcome = store().putIfMatch("object", "three".getBytes(UTF_8), first);

    assertThat(outcome).isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.CHANGED));
    assertThat(store().get("object").orElseThrow().content()).isEqualTo(TWO);
  }

  @Test
  void refusesToReplaceWhatIsGone() {
    ETag first = stored(store().putIfAbsent("object", ONE));
    store().delete("object");

    PutOutcome outcome = store().putIfMatch("object", TWO, first);

    assertThat(outcome).isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.MISSING));
    assertThat(store().get("object")).isEmpty();
  }

  @Test
  void deletes() {
    store().putIfAbsent("object", ONE);

    store().delete("object");
    store().delete("object");

    assertThat(store().get("object")).isEmpty();
    stored(store().putIfAbsent("object", TWO));
  }

  @Test
  void listsInOrderOfKeysPageByPage() {
    List<String> keys = List.of("a-b/c", "a/b", "a/c", "a0", "b/a", "b/é");
    keys.reversed().forEach(key -> store().putIfAbsent(key, ONE));

    assertThat(keys("", null, 100)).isEqualTo(keys);
    assertThat(keys("a", null, 100)).containsExactly("a-b/c", "a/b", "a/c", "a0");
    assertThat(keys("a/", null, 100)).containsExactly("a/b", "a/c");
    assertThat(keys("none", null, 100)).isEmpty();
    assertThat(keys("", "a/b", 2)).containsExactly("a/c", "a0");
    assertThat(keys("b/", "b/a", 2)).containsExactly("b/é");
    assertThat(keys("", "b/é", 2)).isEmpty();
    assertThat(store().list("a/", null, 1).getFirst()).isEqualTo(store().stat("a/b").orElseThrow());
  }

  @Test
  void showsAFolderAsAStore() {
    ObjectStore folder = store().under("x/y");
    store().putIfAbsent("x/yz", ONE);

    ETag etag = stored(folder.putIfAbsent("k/1", ONE));
    stored(folder.putIfMatch("k/1", TWO, etag));

    assertThat(store().get("x/y/k/1").orElseThrow().content()).isEqualTo(TWO);
    assertThat(folder.list("", null, 10)).extracting(ObjectInfo::key).containsExactly("k/1");
    assertThat(folder.list("k", "k/1", 10)).isEmpty();
    folder.delete("k/1");
    assertThat(store().get("x/y/k/1")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "/a", "a/", "a//b", "../a", "a/../b", "a/.", ".pending-1", "a\\b"})
  void refusesWhatIsNoKey(String key) {
    assertThatThrownBy(() -> store().get(key)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().putIfAbsent(key, ONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().delete(key)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hasOneWinnerAmongCreators() throws Exception {
    for (int round = 0; round < 10; round++) {
      String key = "race/" + round;

      List<PutOutcome> outcomes =
          race(8, writer -> store().putIfAbsent(key, ("writer " + writer).getBytes(UTF_8)));

      assertThat(outcomes).filteredOn(PutOutcome.Stored.class::isInstance).hasSize(1);
      int winner =
          IntStream.range(0, 8)
              .filter(writer -> outcomes.get(writer) instanceof PutOutcome.Stored)
              .findFirst()
              .orElseThrow();
      assertThat(new String(store().get(key).orElseThrow().content(), UTF_8))
          .isEqualTo("writer " + winner);
    }
  }

  @Test
  void losesNoUpdateOfConcurrentWriters() throws Exception {
    stored(store().putIfAbsent("counter", "0".getBytes(UTF_8)));

    race(4, writer -> IntStream.range(0, 15).map(i -> increment("counter")).sum());

    assertThat(new String(store().get("counter").orElseThrow().content(), UTF_8)).isEqualTo("60");
  }

  @Test
  void passesTheProbe() {
    assertThat(StoreProbe.probe(store())).isEqualTo(new StoreProbe.Finding.Usable());
    assertThat(store().list("", null, 10)).isEmpty();
  }

  /** The version of an object that must have been stored. */
  protected static ETag stored(PutOutcome outcome) {
    assertThat(outcome).isInstanceOf(PutOutcome.Stored.class);
    return ((PutOutcome.Stored) outcome).etag();
  }

  private int increment(String key) {
    for (int attempt = 1; ; attempt++) {
      StoredObject before = store().get(key).orElseThrow();
      int value = Integer.parseInt(new String(before.content(), UTF_8));
      byte[] next = Integer.toString(value + 1).getBytes(UTF_8);
      if (store().putIfMatch(key, next, before.etag()) instanceof PutOutcome.Stored) {
        return attempt;
      }
    }
  }

  private interface Writer<T> {
    T write(int number);
  }

  private static <T> List<T> race(int writers, Writer<T> writer) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Callable<T>> tasks = new ArrayList<>();
      IntStream.range(0, writers).forEach(number -> tasks.add(() -> writer.write(number)));
      for (Future<T> future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
    }
    return results;
  }

  private String range(long offset, int length) {
    return new String(store().getRange("object", offset, length).orElseThrow(), UTF_8);
  }

  private List<String> keys(String prefix, @org.jspecify.annotations.Nullable String after, int n) {
    return store().list(prefix, after, n).stream().map(ObjectInfo::key).toList();
  }
}
