package io.heddle.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class StoreProbeTest {
  @Test
  void findsAStoreThatOverwrites() {
    ObjectStore careless =
        changed(
            "putIfAbsent",
            (store, args) -> {
              store.delete((String) args[0]);
              return store.putIfAbsent((String) args[0], (byte[]) args[1]);
            });

    assertThat(StoreProbe.probe(careless))
        .isInstanceOfSatisfying(
            StoreProbe.Finding.Unsafe.class,
            unsafe -> assertThat(unsafe.explanation()).contains("If-None-Match"));
  }

  @Test
  void findsAStoreThatIgnoresIfMatch() {
    ObjectStore careless =
        changed(
            "putIfMatch",
            (store, args) -> {
              ETag current = store.stat((String) args[0]).orElseThrow().etag();
              return store.putIfMatch((String) args[0], (byte[]) args[1], current);
            });

    assertThat(StoreProbe.probe(careless))
        .isInstanceOfSatisfying(
            StoreProbe.Finding.Unsafe.class,
            unsafe -> assertThat(unsafe.explanation()).contains("stale ETag in If-Match"));
  }

  @Test
  void findsAStoreThatDoesNotKnowConditions() {
    ObjectStoreException notImplemented =
        new ObjectStoreException(ObjectStoreException.Kind.UNSUPPORTED, "501 NotImplemented");
    ObjectStore old =
        changed(
            "putIfAbsent",
            (store, args) -> {
              throw notImplemented;
            });

    assertThat(StoreProbe.probe(old))
        .isInstanceOfSatisfying(
            StoreProbe.Finding.Unsafe.class,
            unsafe -> assertThat(unsafe.explanation()).contains("501 NotImplemented"));
  }

  @Test
  void findsAStoreThatDoesNotDelete() {
    ObjectStore keeping = changed("delete", (store, args) -> null);

    assertThat(StoreProbe.probe(keeping))
        .isInstanceOfSatisfying(
            StoreProbe.Finding.Unsafe.class,
            unsafe -> assertThat(unsafe.explanation()).contains("deleted"));
  }

  @Test
  void saysThatTheStoreIsOutOfReach() {
    ObjectStoreException down =
        new ObjectStoreException(ObjectStoreException.Kind.UNAVAILABLE, "no route to host");
    ObjectStore unreachable = changed("putIfAbsent", (store, args) -> new PutOutcome.Unknown(down));

    assertThat(StoreProbe.probe(unreachable)).isEqualTo(new StoreProbe.Finding.NotReached(down));
  }

  private interface Behaviour {
    Object answer(ObjectStore store, Object[] args);
  }

  /** A store in memory in which one method does something else. */
  private static ObjectStore changed(String method, Behaviour behaviour) {
    ObjectStore store = new InMemoryObjectStore();
    return (ObjectStore)
        Proxy.newProxyInstance(
            ObjectStore.class.getClassLoader(),
            new Class<?>[] {ObjectStore.class},
            (proxy, called, args) ->
                called.getName().equals(method)
                    ? behaviour.answer(store, args)
                    : called.invoke(store, args));
  }
}
