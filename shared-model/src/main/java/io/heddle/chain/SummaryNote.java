package io.heddle.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.objectstore.StoredObject;
import java.util.Optional;

/**
 * A {@link ChainSummary} kept under {@code info/}, where nothing is authoritative. It only ever
 * saves reading: it is used when its head is met on the way back, and one that cannot be read
 * counts as absent.
 */
final class SummaryNote {
  static final String KEY = "info/heddle-summary";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectStore store;

  SummaryNote(ObjectStore store) {
    this.store = store;
  }

  Optional<ChainSummary> read() {
    try {
      Optional<StoredObject> found = store.get(KEY);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      String text = new String(found.get().content(), UTF_8);
      return Optional.of(ChainSummaryJson.read(JSON.readTree(text)));
    } catch (JsonProcessingException | RuntimeException unusable) {
      return Optional.empty();
    }
  }

  void write(ChainSummary summary) {
    byte[] content = ChainSummaryJson.write(summary).toString().getBytes(UTF_8);
    try {
      Optional<StoredObject> old = store.get(KEY);
      if (old.isEmpty()) {
        store.putIfAbsent(KEY, content);
      } else {
        store.putIfMatch(KEY, content, old.get().etag());
      }
    } catch (ObjectStoreException ignored) {
      // Without the note the next reader walks a little farther.
    }
  }
}
