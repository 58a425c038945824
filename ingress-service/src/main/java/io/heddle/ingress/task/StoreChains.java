package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import java.util.Optional;

/** The chains of the datasets in a bucket. */
public final class StoreChains implements Chains {
  private final ObjectStore bucket;

  public StoreChains(ObjectStore bucket) {
    this.bucket = bucket;
  }

  @Override
  public Optional<ChainSummary> summary(DatasetId dataset) {
    return chain(dataset).summary();
  }

  /** For a closer look. */
  public MetadataChain chain(DatasetId dataset) {
    return new MetadataChain(DatasetStorage.of(bucket, dataset));
  }
}
