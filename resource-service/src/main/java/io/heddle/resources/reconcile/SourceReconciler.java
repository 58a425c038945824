package io.heddle.resources.reconcile;

import io.heddle.message.Topics;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.SourceSpec;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.UnitOfWork;
import java.util.List;
import java.util.UUID;

/** Brings Sources into effect: they get the name of their states and their push topic. */
final class SourceReconciler {
  private static final int ID_DIGITS = 8;

  private final UnitOfWork work;
  private final Topics topics;
  private final Reconciliation reconciliation;

  SourceReconciler(UnitOfWork work, Topics topics) {
    this.work = work;
    this.topics = topics;
    this.reconciliation = new Reconciliation(work);
  }

  void reconcile(Resource resource) {
    SourceSpec spec = (SourceSpec) resource.spec();
    Resource started = reconciliation.start(resource);
    String sourceName = sourceName(started);
    String account = started.headers().account().name().text();
    List<ReferenceResolver.Dangling> dangling =
        new ReferenceResolver(work, started.headers().account()).dangling(spec);
    Resource named =
        new Resource(
            started.type(),
            started.headers(),
            spec,
            reconciliation.withReferences(
                started,
                started
                    .status()
                    .withSource(
                        sourceName, spec.hasPushTopic() ? topics.push(account, sourceName) : null),
                dangling));
    if (dangling.isEmpty()) {
      reconciliation.succeed(named, Phase.Ready, "Reconciled", null);
    } else {
      reconciliation.succeed(
          named, Phase.Degraded, "ReferencesMissing", Reconciliation.describe(dangling));
    }
  }

  /** The name at creation, so that a rename does not lose what the chains remember. */
  private String sourceName(Resource resource) {
    if (resource.status().sourceName() != null) {
      return resource.status().sourceName();
    }
    ResourceHeaders headers = resource.headers();
    String name = headers.name().text();
    UUID holder = work.holderOfSourceName(headers.account(), name).orElse(headers.id());
    boolean taken = !holder.equals(headers.id()) && work.findLive(holder).isPresent();
    String sourceName = taken ? name + "-" + headers.id().toString().substring(0, ID_DIGITS) : name;
    work.reserveSourceName(headers.account(), sourceName, headers.id());
    return sourceName;
  }
}
