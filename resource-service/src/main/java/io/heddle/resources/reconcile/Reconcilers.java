package io.heddle.resources.reconcile;

import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.resource.Account;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceType;
import io.heddle.resources.store.UnitOfWork;

/** The controllers of all types, within one unit of work. */
public final class Reconcilers {
  private final UnitOfWork work;
  private final DatasetReconciler datasets;
  private final SourceReconciler sources;
  private final FlowReconciler flows;

  public Reconcilers(UnitOfWork work, MessageCodec codec, Topics topics) {
    this.work = work;
    this.datasets = new DatasetReconciler(work, codec);
    this.sources = new SourceReconciler(work, topics);
    this.flows = new FlowReconciler(work);
  }

  public DatasetReconciler datasets() {
    return datasets;
  }

  public void reconcile(Resource resource) {
    switch (resource.type()) {
      case Dataset -> datasets.reconcile(resource);
      case Source -> sources.reconcile(resource);
      case Flow -> flows.reconcile(resource);
      case FlowRun, Task, VariableSet, SecretSet, WebhookTarget, PersistentVolume ->
          throw new IllegalArgumentException("not reconciled: " + resource.type());
    }
  }

  /** Flows whose references may have come or gone look again. */
  public void afterChanges(Account account) {
    if (work.targetsChanged()) {
      work.live(account, ResourceType.Flow).forEach(flows::lookAgain);
    }
  }
}
