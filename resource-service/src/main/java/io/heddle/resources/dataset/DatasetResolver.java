package io.heddle.resources.dataset;

import io.heddle.multiformats.DatasetId;

/** Finds the dataset that a path names. */
@FunctionalInterface
public interface DatasetResolver {
  /**
   * @param ref a name, {@code account/name}, a resource id or a DID
   * @throws io.heddle.problem.ProblemException (dataset-not-found) when there is none
   */
  DatasetId resolve(String ref);
}
