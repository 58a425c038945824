package io.heddle.resources.store;

import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSelector;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.ContributedLabels;
import io.heddle.resources.command.RejectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what references mean, for resources of one account. */
public final class ReferenceResolver {
  private final UnitOfWork work;
  private final Account account;

  public ReferenceResolver(UnitOfWork work, Account account) {
    this.work = work;
    this.account = account;
  }

  /** The live target: by id, else by DID, else by name. */
  public Optional<Resource> find(ResourceRef ref) {
    if (ref.account() != null && !ref.account().matches(account)) {
      return Optional.empty();
    }
    Optional<Resource> found = Optional.empty();
    if (ref.id() != null) {
      found = work.findLive(ref.id()).filter(resource -> resource.type() == ref.type());
    }
    if (found.isEmpty() && ref.did() != null && ref.type() == ResourceType.Dataset) {
      found = work.findLiveDataset(ref.did());
    }
    if (found.isEmpty() && ref.name() != null) {
      found = work.findLive(account, ref.type(), ref.name());
    }
    return found;
  }

  /** Resources a selector matches now. */
  public List<Resource> select(ResourceSelector selector) {
    if (selector.isExact() && selector.namePattern() != null) {
      ResourceRef ref = ResourceRef.byName(ResourceType.Dataset, selector.namePattern());
      return find(ref).filter(selector::matches).map(List::of).orElse(List.of());
    }
    if (selector.isExact()) {
      var ref = new ResourceRef(ResourceType.Dataset, null, selector.id(), selector.did(), null);
      return find(ref).filter(selector::matches).map(List::of).orElse(List.of());
    }
    return work.live(account, ResourceType.Dataset).stream()
        .map(ContributedLabels::addTo)
        .filter(selector::matches)
        .toList();
  }

  /**
   * The spec with the ids of what its references mean.
   *
   * @param dangling is told the pointers of references without a target
   */
  public ResourceSpec resolve(ResourceSpec spec, List<Dangling> dangling) {
    return References.map(
        spec,
        (ref, pointer) -> {
          Optional<Resource> target = find(ref);
          if (target.isEmpty()) {
            dangling.add(new Dangling(ref, pointer));
            return ref;
          }
          refuseContradiction(ref, target.get(), pointer);
          return target.get().handle();
        });
  }

  /** References without a target in a stored spec. */
  public List<Dangling> dangling(ResourceSpec spec) {
    List<Dangling> dangling = new ArrayList<>();
    References.map(
        spec,
        (ref, pointer) -> {
          if (find(ref).isEmpty()) {
            dangling.add(new Dangling(ref, pointer));
          }
          return ref;
        });
    return dangling;
  }

  public record Dangling(ResourceRef ref, String pointer) {}

  private static void refuseContradiction(ResourceRef ref, Resource target, String pointer) {
    ResourceHeaders headers = target.headers();
    boolean agrees =
        (ref.id() == null || ref.id().equals(headers.id()))
            && (ref.did() == null || ref.did().equals(target.did()))
            && (ref.name() == null || ref.name().equals(headers.name()));
    if (!agrees) {
      throw new RejectedException(
          Problem.REFERENCE_MISMATCH,
          "id, did and name of the reference do not mean one resource; it is %s with id %s"
              .formatted(target.handle(), headers.id()),
          pointer);
    }
  }
}
