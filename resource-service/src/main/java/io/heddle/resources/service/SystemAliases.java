package io.heddle.resources.service;

import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jspecify.annotations.Nullable;

/** The paths under /system of what lies at the root. */
@ApplicationScoped
class SystemAliases {
  void register(@Observes Router router) {
    router
        .get("/system/health")
        .handler(request -> request.reroute(health(request.request().getParam("type"))));
    router.get("/system/metrics").handler(request -> request.reroute("/metrics"));
  }

  private static String health(@Nullable String type) {
    return switch (type) {
      case "readiness" -> "/health/ready";
      case "startup" -> "/health/started";
      case null, default -> "/health/live";
    };
  }
}
