package io.heddle.ingress.reach;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The programs that sources may have run, and all that these find in their environment.
 *
 * @param executables absolute paths; none: nothing is run
 * @param environment nothing else of this process's environment is passed on
 */
public record Programs(List<Path> executables, Map<String, String> environment) {
  private static final String COMMANDS = "heddle.reach.commands";
  private static final String ENVIRONMENT = "heddle.reach.environment";

  public Programs {
    executables = List.copyOf(executables);
    environment = Map.copyOf(environment);
    for (Path executable : executables) {
      if (!executable.isAbsolute()) {
        throw new IllegalArgumentException(
            "%s: \"%s\" is no absolute path".formatted(COMMANDS, executable));
      }
    }
  }

  /**
   * @param environment each as {@code NAME=value}
   * @throws IllegalArgumentException when a path is not absolute, or an entry has no name
   */
  static Programs of(List<Path> executables, List<String> environment) {
    Map<String, String> variables = new HashMap<>();
    for (String entry : environment) {
      int end = entry.indexOf('=');
      if (end < 1) {
        throw new IllegalArgumentException(
            "%s: \"%s\" is no NAME=value".formatted(ENVIRONMENT, entry));
      }
      variables.put(entry.substring(0, end), entry.substring(end + 1));
    }
    return new Programs(executables, variables);
  }

  /**
   * The executable that a source means.
   *
   * @param command its path, or its name where only one of the allowed ones is called so
   * @throws IngestException (Unsupported) when it is not allowed
   */
  public Path require(String command) {
    List<Path> named =
        executables.stream()
            .filter(
                executable ->
                    executable.toString().equals(command)
                        || String.valueOf(executable.getFileName()).equals(command))
            .toList();
    if (named.size() != 1) {
      throw new IngestException(
          FailureKind.Unsupported,
          "the program \"%s\" may not be run here; the operator decides by %s (now: %s)"
              .formatted(
                  command,
                  COMMANDS,
                  executables.isEmpty()
                      ? "none"
                      : String.join(",", executables.stream().map(Path::toString).toList())),
          Map.of("value", command));
    }
    return named.getFirst();
  }
}
