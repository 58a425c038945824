package io.heddle.encoding;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of a union's kinds or an enum's values. Each is written in PascalCase and read in that
 * form, with its first letter lowered, and all in lower case; nothing else (ODF RFC-013).
 */
final class Spellings<V> {
  private final List<String> names;
  private final Map<String, V> bySpelling = new HashMap<>();

  Spellings(Map<String, V> byName) {
    names = List.copyOf(byName.keySet());
    byName.forEach(
        (name, value) -> {
          bySpelling.put(name, value);
          bySpelling.put(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), value);
          bySpelling.put(name.toLowerCase(Locale.ROOT), value);
        });
  }

  @Nullable V find(String spelling) {
    return bySpelling.get(spelling);
  }

  List<String> names() {
    return names;
  }
}
