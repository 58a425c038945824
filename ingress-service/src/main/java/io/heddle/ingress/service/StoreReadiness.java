package io.heddle.ingress.service;

import io.heddle.objectstore.StoreWatch;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while the store does not answer: no task learns where its source stands. */
@Readiness
@ApplicationScoped
public class StoreReadiness implements HealthCheck {
  private final StoreWatch store;

  public StoreReadiness(StoreWatch store) {
    this.store = store;
  }

  @Override
  public HealthCheckResponse call() {
    String trouble = store.trouble();
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("object store").status(trouble == null);
    return trouble == null ? response.build() : response.withData("error", trouble).build();
  }
}
