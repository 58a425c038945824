package io.heddle.ingress.push;

import io.heddle.multiformats.DatasetId;
import io.heddle.odf.Ingress;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The push sources among the resources, and the datasets that they feed. */
public final class PushSources {
  private final Function<ResourceType, Stream<Resource>> resources;

  /**
   * @param resources the live resources of a type
   */
  public PushSources(Function<ResourceType, Stream<Resource>> resources) {
    this.resources = resources;
  }

  /**
   * @param ref an id, a name, or an account and a name
   * @throws ProblemException when there is no such source, or it takes no pushed records
   */
  public Resource find(String ref) {
    ResourceRef wanted;
    try {
      wanted = ResourceRef.parse(ref, ResourceType.Source);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(Problem.RESOURCE_NOT_FOUND, String.valueOf(e.getMessage()));
    }
    List<Resource> found =
        resources.apply(ResourceType.Source).filter(source -> matches(wanted, source)).toList();
    if (found.isEmpty()) {
      throw new ProblemException(
          Problem.RESOURCE_NOT_FOUND, "there is no source %s".formatted(ref));
    }
    if (found.size() > 1) {
      throw new ProblemException(
          Problem.RESOURCE_NOT_FOUND,
          "several accounts have a source %s; say account/%s".formatted(ref, ref));
    }
    Resource source = found.getFirst();
    if (!(source.spec() instanceof SourceSpec spec)
        || !(spec.effectiveIngress() instanceof Ingress.RestEndpoint)) {
      throw new ProblemException(
          Problem.NOT_A_PUSH_SOURCE,
          "%s looks for its data itself; only a source with ingress RestEndpoint takes records"
              .formatted(source.handle()));
    }
    return source;
  }

  private static boolean matches(ResourceRef wanted, Resource resource) {
    return (wanted.account() == null || wanted.account().matches(resource.headers().account()))
        && (wanted.id() == null || wanted.id().equals(resource.headers().id()))
        && (wanted.did() == null || wanted.did().equals(resource.did()))
        && (wanted.name() == null || wanted.name().equals(resource.headers().name()));
  }

  /** The datasets into which some flow ingests the source. */
  public List<Resource> fedBy(Resource source) {
    return resources
        .apply(ResourceType.Flow)
        .flatMap(flow -> targets(flow, source))
        .distinct()
        .toList();
  }

  private Stream<Resource> targets(Resource flow, Resource source) {
    if (!(flow.spec() instanceof FlowSpec spec)) {
      return Stream.empty();
    }
    return spec.tasks().stream()
        .filter(
            task -> task instanceof TaskSpec.Ingest ingest && names(flow, ingest.source(), source))
        .flatMap(task -> datasets(flow, spec, task));
  }

  private Stream<Resource> datasets(Resource flow, FlowSpec spec, TaskSpec task) {
    ResourceRef own = task.options().target();
    return resources
        .apply(ResourceType.Dataset)
        .filter(
            dataset ->
                own != null
                    ? names(flow, own, dataset)
                    : spec.target().matches(dataset)
                        && (spec.target().account() != null || sameAccount(flow, dataset)));
  }

  /** Whether a reference that stands in {@code place} means {@code resource}. */
  private static boolean names(Resource place, ResourceRef ref, Resource resource) {
    return matches(ref, resource)
        && (ref.id() != null || ref.account() != null || sameAccount(place, resource));
  }

  private static boolean sameAccount(Resource one, Resource other) {
    return one.headers().account().id().equals(other.headers().account().id());
  }

  /** The id of a dataset that was created. */
  public static Optional<DatasetId> idOf(Resource dataset) {
    return dataset.spec() instanceof DatasetSpec spec
        ? Optional.ofNullable(spec.did())
        : Optional.empty();
  }
}
