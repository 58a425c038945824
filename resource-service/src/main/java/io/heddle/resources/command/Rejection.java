package io.heddle.resources.command;

import io.heddle.problem.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why something that was asked is not done.
 *
 * @param pointer into the manifest
 * @param members further members of the problem
 */
public record Rejection(
    Problem problem, String detail, @Nullable String pointer, Map<String, Object> members) {
  public Rejection {
    members = Map.copyOf(members);
  }

  public Rejection(Problem problem, String detail) {
    this(problem, detail, null, Map.of());
  }

  public Rejection(Problem problem, String detail, String pointer) {
    this(problem, detail, pointer, Map.of());
  }
}
