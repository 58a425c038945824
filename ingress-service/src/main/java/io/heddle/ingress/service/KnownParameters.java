package io.heddle.ingress.service;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses parameters that a route does not have: one without an effect must not look as if. */
public class KnownParameters {
  @ServerRequestFilter
  public void check(ResourceInfo route, UriInfo uri) {
    Method method = route.getResourceMethod();
    if (method == null) {
      return;
    }
    Set<String> known = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      QueryParam named = parameter.getAnnotation(QueryParam.class);
      if (named != null) {
        known.add(named.value());
      }
    }
    for (String name : uri.getQueryParameters().keySet()) {
      if (!known.contains(name)) {
        throw new ProblemException(
            Problem.MALFORMED_REQUEST,
            "there is no parameter '%s' here%s"
                .formatted(name, known.isEmpty() ? "" : ", but " + String.join(", ", known)));
      }
    }
  }
}
