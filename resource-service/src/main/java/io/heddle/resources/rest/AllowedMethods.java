package io.heddle.resources.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.handlers.ClassRoutingHandler;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

/** Which methods a path takes; the framework refuses the others without saying so. */
final class AllowedMethods {
  private AllowedMethods() {}

  /**
   * As {@code Allow} names them (RFC 9110, section 10.2.1). Of a path that several templates fit,
   * the one with the fewest variables says what it is; the others would answer that there is
   * nothing.
   */
  static Set<String> of(ContainerRequestContext request) {
    SortedMap<Integer, Set<String>> byVariables = new TreeMap<>();
    if (request instanceof ResteasyReactiveContainerRequestContext routed
        && routed.getServerRequestContext() instanceof ResteasyReactiveRequestContext context) {
      for (var path : context.getDeployment().getClassMappers()) {
        for (var handler : path.value.handlers) {
          if (handler instanceof ClassRoutingHandler routing) {
            addMethods(routing, context.getRemaining(), byVariables);
          }
        }
      }
    }
    Set<String> methods = new TreeSet<>();
    if (!byVariables.isEmpty()) {
      methods.addAll(byVariables.get(byVariables.firstKey()));
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    methods.add("OPTIONS");
    return methods;
  }

  private static void addMethods(
      ClassRoutingHandler routing, String path, Map<Integer, Set<String>> byVariables) {
    routing
        .getMappers()
        .forEach(
            (method, routes) -> {
              var match = routes.map(path);
              if (method != null && !method.isEmpty() && match != null) {
                byVariables
                    .computeIfAbsent(match.template.countPathParamNames(), n -> new TreeSet<>())
                    .add(method);
              }
            });
  }
}
