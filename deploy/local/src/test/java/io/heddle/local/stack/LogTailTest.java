package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void choose() {
    log = folder.resolve("merge-service.log");
  }

  @Test
  void showsMessagesWithoutFieldsAndStacks() throws Exception {
    Files.writeString(
        log,
        """
        {"timestamp":"2026-01-01T10:00:00Z","sequence":1,"level":"WARN","message":"Thread blocked","stackTrace":"java.lang.Thread: blocked\\n\\tat a.B.c(B.java:1)\\n"}
        {"timestamp":"2026-01-01T10:00:01Z","sequence":2,"level":"INFO","message":"started"}
        {"timestamp":"2026-01-01T10:00:02Z","level":"ERROR","message":"Failed to start","stackTrace":"a.Outer: oh\\n\\tat a.B\\nCaused by: a.Middle: no\\n\\tat a.B\\nCaused by: a.Root: the bucket is missing\\n\\t... 3 more\\n"}
        """);

    assertThat(LogTail.of(log))
        .isEqualTo(
            """
            2026-01-01T10:00:00Z WARN Thread blocked: java.lang.Thread: blocked
            2026-01-01T10:00:01Z INFO started
            2026-01-01T10:00:02Z ERROR Failed to start: a.Root: the bucket is missing\
            """);
  }

  @Test
  void showsWhatIsNoJsonAsItIs() throws Exception {
    Files.writeString(
        log,
        """
        Exception in thread "main" java.lang.IllegalStateException: cannot start
        \tat a.B.c(B.java:1)
        \t- locked <0x1> (a java.lang.Object)

        Caused by: java.net.BindException: Address already in use
        \t... 7 more
        {half
        """);

    assertThat(LogTail.of(log))
        .isEqualTo(
            """
            Exception in thread "main" java.lang.IllegalStateException: cannot start
            Caused by: java.net.BindException: Address already in use
            {half\
            """);
  }

  @Test
  void readsOnlyTheEndOfALongLog() throws Exception {
    Files.writeString(
        log,
        IntStream.range(0, 100_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));

    assertThat(LogTail.of(log)).hasLineCount(10).endsWith("line 99999");
  }

  @Test
  void saysThatThereIsNothing() throws Exception {
    assertThat(LogTail.of(log)).isEqualTo("(no log at " + log + ")");
    Files.createFile(log);
    assertThat(LogTail.of(log)).isEqualTo("(nothing in " + log + ")");
  }
}
