package io.heddle.resources.catalog;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.ResourceType;

/** The type that a path speaks of. */
public final class PathTypes {
  private PathTypes() {}

  /**
   * @throws ProblemException when there is no such path
   */
  public static ResourceType of(String context, String segment) {
    ResourceType type =
        ResourceType.ofSegment(segment)
            .filter(found -> found.context().equals(context))
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.RESOURCE_NOT_FOUND,
                        "there is nothing at /%s/v1alpha1/%s".formatted(context, segment)));
    if (!type.supported()) {
      throw new ProblemException(
          Problem.UNSUPPORTED_TYPE,
          "%s is not supported; supported are %s"
              .formatted(type, String.join(", ", ResourceType.supportedNames())));
    }
    return type;
  }
}
