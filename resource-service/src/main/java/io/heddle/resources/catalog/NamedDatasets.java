package io.heddle.resources.catalog;

import io.heddle.multiformats.DatasetId;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.dataset.DatasetResolver;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Finds datasets among the resources of this instance's view. */
@ApplicationScoped
class NamedDatasets implements DatasetResolver {
  private final ResourceView view;

  NamedDatasets(ResourceView view) {
    this.view = view;
  }

  @Override
  public DatasetId resolve(String ref) {
    return find(ref)
        .or(() -> find(DatasetId.DID_PREFIX + ref))
        .map(Resource::spec)
        .map(spec -> ((DatasetSpec) spec).did())
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.DATASET_NOT_FOUND, "Dataset '%s' does not exist".formatted(ref)));
  }

  private Optional<Resource> find(String text) {
    try {
      ResourceRef ref = ResourceRef.parse(text, ResourceType.Dataset);
      return ref.account() == null || ref.account().matches(view.account())
          ? view.find(ref).filter(resource -> !resource.isDeleted())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      // Not even a name, so there is nothing of that name.
      return Optional.empty();
    }
  }
}
