package io.heddle.local.stack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The four services. */
public enum Service {
  MERGE("merge-service", 640),
  COMMIT("commit-service", 512),
  INGRESS("ingress-service", 512),
  RESOURCE("resource-service", 384);

  private final String title;
  private final int heapMebibytes;

  Service(String title, int heapMebibytes) {
    this.title = title;
    this.heapMebibytes = heapMebibytes;
  }

  /** The service of a title. */
  static Optional<Service> titled(String title) {
    return Arrays.stream(values()).filter(service -> service.title.equals(title)).findFirst();
  }

  /** The module's name, which is the process's too. */
  public String title() {
    return title;
  }

  /** The largest heap on a machine with memory enough. */
  int heapMebibytes() {
    return heapMebibytes;
  }

  /** What the build leaves to be started. */
  Path jar(Path projectRoot) {
    return projectRoot.resolve(title).resolve("target/quarkus-app/quarkus-run.jar");
  }
}
