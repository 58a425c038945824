package io.heddle.chain;

import io.heddle.multiformats.Multibase;
import io.heddle.multiformats.Multihash;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the objects of one dataset spell their hashes. We write base16; other tools may have written
 * another encoding, so an object counts as missing only when no spelling leads to it.
 */
final class ObjectNames {
  /** The spelling that worked last; a dataset was mostly written by one tool. */
  private volatile Multibase usual = Multibase.BASE16;

  static String canonical(StorageArea area, Multihash hash) {
    return area.folder() + "/" + hash;
  }

  <T> Optional<T> find(StorageArea area, Multihash hash, Function<String, Optional<T>> look) {
    Multibase first = usual;
    Optional<T> found = look(area, hash, first, look);
    if (found.isPresent()) {
      return found;
    }
    for (Multibase spelling : Multibase.values()) {
      if (spelling != first) {
        found = look(area, hash, spelling, look);
        if (found.isPresent()) {
          usual = spelling;
          return found;
        }
      }
    }
    return found;
  }

  private static <T> Optional<T> look(
      StorageArea area, Multihash hash, Multibase spelling, Function<String, Optional<T>> look) {
    String name = hash.toString(spelling);
    // Base64 can hold slashes; folders are flat, so nothing can lie under such a name.
    return name.indexOf('/') >= 0 ? Optional.empty() : look.apply(area.folder() + "/" + name);
  }
}
