package io.heddle.commit.intake;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.service.CommitConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Not alive when a record has been in work for very long: reading has stopped then, and a restart
 * would help. Waiting for decisions that are being committed is no reason.
 */
@Liveness
@ApplicationScoped
public class IntakeLiveness implements HealthCheck {
  private final IntakeWatch watch;
  private final DecisionDesk desk;
  private final Duration stuckAfter;

  public IntakeLiveness(IntakeWatch watch, DecisionDesk desk, CommitConfig config) {
    this.watch = watch;
    this.desk = desk;
    this.stuckAfter = config.stuckAfter();
  }

  @Override
  public HealthCheckResponse call() {
    boolean stuck = desk.answering() == 0 && watch.inWorkFor().compareTo(stuckAfter) > 0;
    return HealthCheckResponse.named("commit requests are taken").status(!stuck).build();
  }
}
