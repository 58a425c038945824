package io.heddle.local.stack;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the stack's JVMs. */
final class JavaCommand {
  private static final long MEBIBYTE = 1024 * 1024;

  /** With less memory in the machine, every heap shrinks in proportion. */
  private static final long COMFORTABLE_MEBIBYTES = 8 * 1024;

  private static final int SMALLEST_HEAP_MEBIBYTES = 128;

  private JavaCommand() {}

  /** A main class on this JVM's own class path, which travels in the environment. */
  static List<String> mainClass(Class<?> main, int heapMebibytes, List<String> arguments) {
    List<String> command = new ArrayList<>(jvm(heapMebibytes));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  static List<String> jar(Path jar, int heapMebibytes) {
    List<String> command = new ArrayList<>(jvm(heapMebibytes));
    command.add("-jar");
    command.add(jar.toString());
    return command;
  }

  /** {@code nohup}: the stack outlives the terminal it was started from. */
  private static List<String> jvm(int heapMebibytes) {
    List<String> command = new ArrayList<>();
    command.add("nohup");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + scaled(heapMebibytes) + "m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    // Messages are English, and so are the numbers in them.
    command.add("-Duser.language=en");
    command.add("-Duser.country=US");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    if (Runtime.version().feature() >= 23) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    return command;
  }

  private static long scaled(int heapMebibytes) {
    long physical = physicalMebibytes();
    return physical >= COMFORTABLE_MEBIBYTES
        ? heapMebibytes
        : Math.max(SMALLEST_HEAP_MEBIBYTES, heapMebibytes * physical / COMFORTABLE_MEBIBYTES);
  }

  private static long physicalMebibytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize() / MEBIBYTE
        : COMFORTABLE_MEBIBYTES;
  }
}
