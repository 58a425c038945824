package io.heddle.ingress.task;

import io.heddle.ingress.offer.OfferListener;
import io.heddle.message.TaskEvent.Phase;

/** An offer's progress as the phases Merge and Commit of its task. */
final class OfferProgress implements OfferListener {
  private final TaskReport report;
  private final long rows;

  OfferProgress(TaskReport report, long rows) {
    this.report = report;
    this.rows = rows;
    report.stages().offering();
    report.running(Phase.Merge);
  }

  @Override
  public void begun() {
    report.stages().committing(false);
    report.running(Phase.Merge);
  }

  @Override
  public void merged(long merged) {
    report.counts(Phase.Merge, null, merged, null);
  }

  @Override
  public void ended() {
    report.counts(Phase.Merge, null, rows, null);
    report.running(Phase.Commit);
    report.stages().committing(true);
  }

  @Override
  public void takenBack() {
    report.stages().committing(false);
  }

  @Override
  public void waiting(String reason) {
    report.note(Phase.Merge, reason);
  }
}
