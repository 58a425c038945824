package io.heddle.commit.service;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while decisions wait for the store. */
@Readiness
@ApplicationScoped
public class StoreReadiness implements HealthCheck {
  private final CommitLog commits;

  public StoreReadiness(CommitLog commits) {
    this.commits = commits;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("object store").status(!commits.isWaiting()).build();
  }
}
