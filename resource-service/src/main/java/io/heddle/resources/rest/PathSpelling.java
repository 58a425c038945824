package io.heddle.resources.rest;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.ResourceType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Brings the tolerated spellings of resource paths to the one that routes are written in: plural
 * contexts, singular types in lower case, no slash at the end.
 */
@Provider
@PreMatching
public class PathSpelling implements ContainerRequestFilter {
  private static final Pattern VERSION = Pattern.compile("v\\d+(?:(?:alpha|beta)\\d+)?");
  private static final Map<String, String> CONTEXTS =
      Map.of(
          "source", "sources",
          "dataset", "datasets",
          "flow", "flows",
          "task", "tasks",
          "sink", "sinks",
          "resource", "resources");
  private static final List<String> PLURALS =
      List.of("sources", "datasets", "flows", "tasks", "sinks", "resources", "config", "storage");

  @Override
  public void filter(ContainerRequestContext request) {
    URI uri = request.getUriInfo().getRequestUri();
    String path = uri.getRawPath();
    String canonical = canonical(path);
    if (!canonical.equals(path)) {
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      request.setRequestUri(uri.resolve(canonical + query));
    }
  }

  /**
   * @throws ProblemException for a version that is not supported
   */
  public static String canonical(String path) {
    String trimmed =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    String[] segments = trimmed.split("/");
    if (segments.length < 3) {
      return trimmed;
    }
    String context = segments[1].toLowerCase(Locale.ROOT);
    context = CONTEXTS.getOrDefault(context, context);
    if (!PLURALS.contains(context) || !VERSION.matcher(segments[2]).matches()) {
      return trimmed;
    }
    if (!segments[2].equals(ResourceType.VERSION)) {
      throw new ProblemException(
          Problem.UNSUPPORTED_VERSION,
          "version %s is not supported; %s is".formatted(segments[2], ResourceType.VERSION));
    }
    segments[1] = context;
    if (segments.length > 3 && !context.equals("resources")) {
      Optional<ResourceType> type = ResourceType.ofSegment(segments[3]);
      if (type.isPresent()) {
        segments[3] = type.get().segment();
      }
    }
    return String.join("/", Arrays.asList(segments));
  }
}
