package io.heddle.chain;

import io.heddle.objectstore.ObjectStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;

/** Counts how often objects of a store are looked at. */
final class CountedReads {
  private static final Set<String> READS = Set.of("get", "getRange", "open", "stat");

  private int count;

  ObjectStore of(ObjectStore store) {
    return (ObjectStore)
        Proxy.newProxyInstance(
            ObjectStore.class.getClassLoader(),
            new Class<?>[] {ObjectStore.class},
            (proxy, method, arguments) -> {
              if (READS.contains(method.getName())) {
                count++;
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  void reset() {
    count = 0;
  }

  int count() {
    return count;
  }
}
