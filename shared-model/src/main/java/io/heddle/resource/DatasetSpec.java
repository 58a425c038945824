package io.heddle.resource;

import io.heddle.multiformats.DatasetId;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dataset.
 *
 * @param metadata the events that start its chain; later the latest event of each slot
 * @param did null only in a manifest
 */
public record DatasetSpec(
    DatasetKind kind,
    List<MetadataEvent> metadata,
    @Nullable DatasetId did,
    @Nullable ResourceRef volume)
    implements ResourceSpec {
  public DatasetSpec {
    metadata = List.copyOf(metadata);
  }

  public DatasetSpec withDid(DatasetId did) {
    return new DatasetSpec(kind, metadata, did, volume);
  }

  public DatasetSpec withMetadata(List<MetadataEvent> metadata) {
    return new DatasetSpec(kind, metadata, did, volume);
  }
}
