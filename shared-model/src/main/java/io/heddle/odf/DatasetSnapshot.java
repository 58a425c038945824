package io.heddle.odf;

import java.util.List;

/**
 * The legacy manifest that describes a new dataset.
 *
 * @param name the dataset's alias, {@code [account/]name}
 */
public record DatasetSnapshot(String name, DatasetKind kind, List<MetadataEvent> metadata) {
  public DatasetSnapshot {
    metadata = List.copyOf(metadata);
  }
}
