package io.heddle.resources.reconcile;

import io.heddle.resource.Condition;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSelector;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.UnitOfWork;
import java.util.ArrayList;
import java.util.List;

/** Brings Flows into effect: what they refer to is looked for, again when it may have changed. */
final class FlowReconciler {
  private final UnitOfWork work;
  private final Reconciliation reconciliation;

  FlowReconciler(UnitOfWork work) {
    this.work = work;
    this.reconciliation = new Reconciliation(work);
  }

  void reconcile(Resource resource) {
    Resource started = reconciliation.start(resource);
    List<ReferenceResolver.Dangling> dangling = dangling(started);
    Resource looked =
        new Resource(
            started.type(),
            started.headers(),
            started.spec(),
            reconciliation.withReferences(started, started.status(), dangling));
    if (dangling.isEmpty()) {
      reconciliation.succeed(looked, Phase.Ready, "Reconciled", null);
    } else {
      reconciliation.succeed(
          looked, Phase.Degraded, "ReferencesMissing", Reconciliation.describe(dangling));
    }
  }

  /** Looks again, and writes only when there is something else to say. */
  void lookAgain(Resource flow) {
    List<ReferenceResolver.Dangling> dangling = dangling(flow);
    String message =
        flow.status()
            .conditions()
            .getOrDefault(Condition.REFERENCES_RESOLVED, WriterJson.tree(List.of()))
            .path("message")
            .asText("");
    String now = dangling.isEmpty() ? "" : Reconciliation.describe(dangling);
    if (!now.equals(message)) {
      reconcile(flow);
    }
  }

  private List<ReferenceResolver.Dangling> dangling(Resource resource) {
    FlowSpec flow = (FlowSpec) resource.spec();
    var resolver = new ReferenceResolver(work, resource.headers().account());
    List<ReferenceResolver.Dangling> dangling = new ArrayList<>(resolver.dangling(flow));
    ResourceSelector target = flow.target();
    if (target.isExact() && resolver.select(target).isEmpty()) {
      var ref =
          new ResourceRef(
              ResourceType.Dataset,
              null,
              target.id(),
              target.did(),
              target.namePattern() == null ? null : new ResourceName(target.namePattern()));
      dangling.add(new ReferenceResolver.Dangling(ref, "/spec/target"));
    }
    return dangling;
  }
}
