package io.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs Jazzer on each target in a Java of its own with little memory: any exception that is not a
 * refusal, an input that takes longer than some seconds, and running out of memory fail.
 */
class FuzzingTest {
  /** How long to look for new faults; without it a short run that is the same each time. */
  private static final int SECONDS = Integer.getInteger("heddle.fuzz.seconds", 0);

  private static final int RUNS = 10_000;
  private static final int SECONDS_FOR_ONE_INPUT = 30;
  private static final int LONGEST_INPUT = 4096;
  private static final int PATIENCE_SECONDS = 180;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void neitherCrashesNorHangsNorEatsMemory(FuzzTarget target)
      throws IOException, InterruptedException {
    // Given
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    int number = 0;
    for (byte[] seed : target.seeds()) {
      Files.write(corpus.resolve("seed" + number++), seed);
    }
    Path findings = Files.createDirectory(folder.resolve("findings"));
    Path log = folder.resolve("log");

    // When
    Process process =
        new ProcessBuilder(command(target, corpus, findings))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(SECONDS + PATIENCE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();

    // Then
    assertThat(ended).as(() -> report(log, findings)).isTrue();
    assertThat(process.exitValue()).as(() -> report(log, findings)).isZero();
    assertThat(log).content().contains("Done ");
  }

  private static List<String> command(FuzzTarget target, Path corpus, Path findings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:+EnableDynamicAgentLoading");
    // Instrumented code is large: the second compiler would take longer than a short run.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Jazzer.class.getName());
    command.add("--target_class=" + target.entry().getName());
    command.add("--instrumentation_includes=io.heddle.**:org.yaml.snakeyaml.**");
    command.add("--custom_hook_includes=io.heddle.**");
    command.add("--reproducer_path=" + findings);
    command.add("-artifact_prefix=" + findings + "/");
    if (SECONDS > 0) {
      command.add("-max_total_time=" + SECONDS);
    } else {
      command.add("-runs=" + RUNS);
      command.add("-seed=1");
    }
    command.add("-timeout=" + SECONDS_FOR_ONE_INPUT);
    command.add("-max_len=" + LONGEST_INPUT);
    command.add("-rss_limit_mb=0");
    command.add(corpus.toString());
    return command;
  }

  /** The end of the log, and what to add to the corpus once the fault is mended. */
  private static String report(Path log, Path findings) {
    StringBuilder report = new StringBuilder();
    try (Stream<Path> files = Files.list(findings)) {
      List<String> lines = Files.readAllLines(log);
      lines
          .subList(Math.max(0, lines.size() - 60), lines.size())
          .forEach(line -> report.append(line).append('\n'));
      for (Path file : files.filter(f -> !f.toString().endsWith(".java")).toList()) {
        report
            .append("for the corpus: ")
            .append(HexFormat.of().formatHex(Files.readAllBytes(file)))
            .append('\n');
      }
    } catch (IOException e) {
      report.append(e);
    }
    return report.toString();
  }
}
