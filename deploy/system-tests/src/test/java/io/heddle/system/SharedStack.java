package io.heddle.system;

import static java.util.Objects.requireNonNull;

import io.heddle.local.rest.HeddleRest;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.ProjectRoot;
import io.heddle.local.stack.Service;
import io.heddle.local.stack.StackFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One stack for all system tests, started at the first use and stopped with the JVM. */
final class SharedStack {
  private static final Path FOLDER = Path.of("target", "stack").toAbsolutePath();
  private static @Nullable LocalStack running;

  private SharedStack() {}

  static synchronized LocalStack get() {
    if (running == null) {
      var folder = new StackFolder(FOLDER);
      new LocalStack(ProjectRoot.find(), folder).down();
      folder.wipe();
      LocalStack stack = new LocalStack(ProjectRoot.find(), folder);
      Runtime.getRuntime().addShutdownHook(new Thread(stack::down, "stack-stop"));
      stack.up();
      running = stack;
    }
    return requireNonNull(running);
  }

  static HeddleRest rest() {
    return new HeddleRest(get().url(Service.RESOURCE, 1));
  }

  /** A place for a test's files that services read; the start of the stack wipes the folder. */
  static Path file(String name) {
    get();
    return FOLDER.resolve(name);
  }
}
