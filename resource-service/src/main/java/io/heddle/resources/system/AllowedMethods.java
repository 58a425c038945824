package io.heddle.resources.system;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.handlers.ClassRoutingHandler;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** Which methods a path takes; the framework refuses the others without saying so. */
final class AllowedMethods {
  private AllowedMethods() {}

  /** As {@code Allow} names them (RFC 9110, section 10.2.1). */
  static Set<String> of(ContainerRequestContext request) {
    Set<String> methods = new TreeSet<>();
    if (request instanceof ResteasyReactiveContainerRequestContext routed
        && routed.getServerRequestContext() instanceof ResteasyReactiveRequestContext context) {
      for (var path : context.getDeployment().getClassMappers()) {
        for (var handler : path.value.handlers) {
          if (handler instanceof ClassRoutingHandler routing) {
            addMethods(routing, context.getRemaining(), methods);
          }
        }
      }
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    methods.add("OPTIONS");
    return methods;
  }

  private static void addMethods(ClassRoutingHandler routing, String path, Set<String> methods) {
    routing
        .getMappers()
        .forEach(
            (method, routes) -> {
              if (method != null && !method.isEmpty() && routes.map(path) != null) {
                methods.add(method);
              }
            });
  }
}
