package io.heddle.resources.writer;

import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.resource.Account;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceType;

/** The controllers of all types, within one unit of work. */
final class Reconcilers {
  private final UnitOfWork work;
  private final DatasetReconciler datasets;
  private final SourceReconciler sources;
  private final FlowReconciler flows;

  Reconcilers(UnitOfWork work, MessageCodec codec, Topics topics) {
    this.work = work;
    this.datasets = new DatasetReconciler(work, codec);
    this.sources = new SourceReconciler(work, topics);
    this.flows = new FlowReconciler(work);
  }

  DatasetReconciler datasets() {
    return datasets;
  }

  void reconcile(Resource resource) {
    switch (resource.type()) {
      case Dataset -> datasets.reconcile(resource);
      case Source -> sources.reconcile(resource);
      case Flow -> flows.reconcile(resource);
      case FlowRun, Task, VariableSet, SecretSet, WebhookTarget, PersistentVolume ->
          throw new IllegalArgumentException("not reconciled: " + resource.type());
    }
  }

  /** Flows whose references may have come or gone look again. */
  void afterChanges(Account account) {
    if (work.targetsChanged()) {
      work.live(account, ResourceType.Flow).forEach(flows::lookAgain);
    }
  }
}
