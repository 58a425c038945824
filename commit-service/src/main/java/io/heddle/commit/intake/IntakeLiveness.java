package io.heddle.commit.intake;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.service.CommitConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Not alive when a record has been in work for very long, or a decision or data file is worked on
 * without a sign of life: a restart would help then. Waiting for decisions that are being
 * committed, for the store or for the broker is no reason.
 */
@Liveness
@ApplicationScoped
public class IntakeLiveness implements HealthCheck {
  private final IntakeWatch watch;
  private final DecisionDesk desk;
  private final Duration stuckAfter;
  private final Duration overdueAfter;

  public IntakeLiveness(IntakeWatch watch, DecisionDesk desk, CommitConfig config) {
    this.watch = watch;
    this.desk = desk;
    this.stuckAfter = config.stuckAfter();
    this.overdueAfter = config.overdueAfter();
  }

  @Override
  public HealthCheckResponse call() {
    boolean stuck = desk.answering() == 0 && watch.inWorkFor().compareTo(stuckAfter) > 0;
    boolean standing = desk.standsStillFor().compareTo(overdueAfter) > 0;
    return HealthCheckResponse.named("commit requests are taken")
        .status(!stuck && !standing)
        .withData("recordInWorkSeconds", watch.inWorkFor().toSeconds())
        .withData("decisionWithoutSignOfLifeSeconds", desk.standsStillFor().toSeconds())
        .build();
  }
}
