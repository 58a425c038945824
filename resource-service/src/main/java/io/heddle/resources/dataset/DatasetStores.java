package io.heddle.resources.dataset;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.StoreWatch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;

/** Opens the chains of the bucket's datasets. */
@ApplicationScoped
public class DatasetStores {
  /** The bucket of the configuration. */
  @Produces
  @Singleton
  S3ObjectStore bucket(StoreConfig config) {
    return new S3ObjectStore(config.settings());
  }

  @Produces
  @Singleton
  StoreWatch watch(S3ObjectStore bucket) {
    return new StoreWatch(bucket);
  }

  void stopWatch(@Disposes StoreWatch watch) {
    watch.close();
  }

  void close(@Disposes S3ObjectStore bucket) throws IOException {
    bucket.close();
  }

  /** The chain of a dataset; that there is one shows when it is read. */
  static MetadataChain chain(ObjectStore bucket, DatasetId dataset) {
    return new MetadataChain(DatasetStorage.of(bucket, dataset));
  }
}
