package io.heddle.resources.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.resources.store.Output;
import io.heddle.resources.store.StoredResource;
import io.heddle.resources.store.UnitOfWork;
import io.heddle.resources.store.WriterStores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Forgets what was deleted long enough ago; a little at a time. */
final class Purge {
  private static final int AT_ONCE = 500;

  private final WriterStores stores;
  private final Duration retention;

  Purge(WriterStores stores, Duration retention) {
    this.stores = stores;
    this.retention = retention;
  }

  void run(Instant now, Consumer<Output> forward) {
    String limit = UnitOfWork.deletedAt(now.minus(retention));
    Map<String, UUID> due = new LinkedHashMap<>();
    try (var deleted =
        stores.index().prefixScan(UnitOfWork.DELETED_PREFIX, new StringSerializer())) {
      while (deleted.hasNext() && due.size() < AT_ONCE) {
        var entry = deleted.next();
        if (entry.key.compareTo(limit) >= 0) {
          break;
        }
        due.put(entry.key, UUID.fromString(new String(entry.value, UTF_8)));
      }
    }
    List<Output> outputs = new ArrayList<>();
    due.forEach(
        (key, id) -> {
          byte[] stored = stores.resources().delete(id.toString());
          stores.index().delete(key);
          stores.runs().delete("run/" + id);
          if (stored != null) {
            outputs.addAll(purged(StoredResource.fromBytes(stored), now));
          }
        });
    outputs.forEach(forward);
  }

  private List<Output> purged(StoredResource stored, Instant now) {
    UnitOfWork work = new UnitOfWork(stores, now, "system", "purge");
    return work.tombstone(stored);
  }
}
