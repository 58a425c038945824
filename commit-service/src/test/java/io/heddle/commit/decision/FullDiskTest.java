package io.heddle.commit.decision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A moment of full disk: the largest size of the process's files is limited for real. */
class FullDiskTest {
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
  private static final String NO_LIMIT = "unlimited";

  @TempDir Path data;
  private Process process;
  private PrintWriter in;
  private BufferedReader out;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit of Linux");
    process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-XX:-UsePerfData",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FullDisk.class.getName(),
                    data.toString()))
            .redirectErrorStream(true)
            .start();
    in = new PrintWriter(process.getOutputStream(), true, UTF_8);
    out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  @AfterEach
  void stop() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void decisionsThatMeetAFullDiskAreAnsweredAndNothingIsLeft() throws Exception {
    assertThat(commit("stage few")).isEqualTo("Committed; 0 files left");

    // Full while rows come in.
    limit("100000");
    assertThat(commit("stage many"))
        .startsWith("Rejected: the local disk does not take the rows")
        .endsWith("0 files left");

    // Full when the last buffer is written.
    limit("100");
    assertThat(commit("stage few"))
        .startsWith("Rejected: the local disk does not take the rows")
        .endsWith("0 files left");

    // And there is room again, for the same writer.
    limit(NO_LIMIT);
    assertThat(commit("stage many")).isEqualTo("Committed; 0 files left");
  }

  private String commit(String staging) throws IOException {
    say(staging);
    say("end");
    return say("answer");
  }

  private void limit(String bytes) throws IOException, InterruptedException {
    Process limiting =
        new ProcessBuilder(
                PRLIMIT.toString(),
                "--pid",
                Long.toString(process.pid()),
                "--fsize=%s:%s".formatted(bytes, NO_LIMIT))
            .inheritIO()
            .start();
    assertThat(limiting.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(limiting.exitValue()).isZero();
  }

  /** The answer to a line, without those of logs; empty when nothing was told. */
  private String say(String line) throws IOException {
    in.println(line);
    String told = "";
    StringBuilder everything = new StringBuilder();
    for (String answer = out.readLine(); answer != null; answer = out.readLine()) {
      if (answer.equals("> done")) {
        return told;
      }
      if (answer.startsWith("> ")) {
        told = answer.substring(2);
      }
      everything.append(answer).append('\n');
    }
    throw new IOException("the process has ended: " + everything);
  }
}
