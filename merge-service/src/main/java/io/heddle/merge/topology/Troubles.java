package io.heddle.merge.topology;

import io.heddle.merge.aggregate.Trouble;
import io.heddle.multiformats.DatasetId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which datasets of this process do not go on by themselves. Safe for any thread. */
public final class Troubles {
  private final Map<DatasetId, Trouble> byDataset = new ConcurrentHashMap<>();

  void note(DatasetId dataset, Optional<Trouble> trouble) {
    trouble.ifPresentOrElse(
        known -> byDataset.put(dataset, known), () -> byDataset.remove(dataset));
  }

  /** How many datasets have trouble of a kind. */
  public long count(Trouble.Kind kind) {
    return byDataset.values().stream().filter(trouble -> trouble.kind() == kind).count();
  }

  /** All of them, as of now. */
  public Map<DatasetId, Trouble> all() {
    return Map.copyOf(byDataset);
  }
}
