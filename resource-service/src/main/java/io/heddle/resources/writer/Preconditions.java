package io.heddle.resources.writer;

import io.heddle.problem.Problem;
import io.heddle.resource.Resource;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.Rejection;
import io.heddle.resources.command.ResourceCommand.Precondition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a request to what it relies on. Only generations count: status is no user's business. */
final class Preconditions {
  private Preconditions() {}

  static void check(Precondition precondition, @Nullable Resource resource, String handle) {
    if (resource == null) {
      if (precondition.mustExist() || precondition.generations() != null) {
        throw new RejectedException(Problem.PRECONDITION_FAILED, handle + " does not exist", "");
      }
      return;
    }
    long generation = resource.headers().generation();
    if (precondition.generations() != null && !precondition.generations().contains(generation)) {
      throw new RejectedException(
          new Rejection(
              Problem.PRECONDITION_FAILED,
              "%s is in generation %d".formatted(handle, generation),
              null,
              Map.of(
                  "currentGeneration",
                  generation,
                  "currentETag",
                  "\"" + resource.headers().version() + "\"")));
    }
  }
}
