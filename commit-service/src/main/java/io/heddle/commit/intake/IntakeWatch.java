package io.heddle.commit.intake;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.service.CommitConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Not alive when a record has been in work for very long: reading has stopped then, and a restart
 * would help. Waiting for decisions that are being committed is no reason.
 */
@Liveness
@Default
@ApplicationScoped
public class IntakeWatch implements HealthCheck {
  private static final long IDLE = 0;

  private final DecisionDesk desk;
  private final Duration stuckAfter;
  private volatile long startedAt = IDLE;

  public IntakeWatch(DecisionDesk desk, CommitConfig config) {
    this.desk = desk;
    this.stuckAfter = config.stuckAfter();
  }

  void started() {
    // Zero means idle, and the clock may well be there.
    startedAt = System.nanoTime() | 1;
  }

  void ended() {
    startedAt = IDLE;
  }

  @Override
  public HealthCheckResponse call() {
    long since = startedAt;
    boolean stuck =
        since != IDLE && desk.answering() == 0 && System.nanoTime() - since > stuckAfter.toNanos();
    return HealthCheckResponse.named("commit requests are taken").status(!stuck).build();
  }
}
