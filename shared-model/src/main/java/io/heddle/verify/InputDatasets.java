package io.heddle.verify;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.RefName;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import java.util.Optional;

/** Where the datasets lie that a derivative dataset is made of. Safe for any thread. */
@FunctionalInterface
public interface InputDatasets {
  /** None is at hand. */
  InputDatasets NONE = dataset -> Optional.empty();

  /** The dataset's files; empty when it is not at hand. */
  Optional<DatasetStorage> find(DatasetId dataset);

  /** Those that lie in the same bucket, each under its id. */
  static InputDatasets in(ObjectStore bucket) {
    return dataset ->
        Optional.of(DatasetStorage.of(bucket, dataset))
            .filter(storage -> storage.references().get(RefName.HEAD).isPresent());
  }
}
