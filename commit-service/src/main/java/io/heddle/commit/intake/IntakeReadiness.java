package io.heddle.commit.intake;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a partition is ours and cannot be taken over. */
@Readiness
@ApplicationScoped
public class IntakeReadiness implements HealthCheck {
  private final Assignments assignments;

  public IntakeReadiness(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("partitions are taken over")
        .status(!assignments.isWaiting())
        .build();
  }
}
