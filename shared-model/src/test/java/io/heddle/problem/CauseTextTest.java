package io.heddle.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CauseTextTest {
  @Test
  void whatAnExceptionSaysIsTold() {
    assertThat(CauseText.of(new IngestException(FailureKind.ReadError, "line 3 is no record")))
        .isEqualTo("line 3 is no record");
    assertThat(CauseText.of(new IOException("the disk is full"))).isEqualTo("the disk is full");
    assertThat(CauseText.of(new FileSystemException("/a", null, "No space left on device")))
        .isEqualTo("/a: No space left on device");
  }

  @Test
  void whatOnlyWrapsAnotherSaysWhatThatSays() {
    assertThat(CauseText.of(new RuntimeException(new IOException("the disk is full"))))
        .isEqualTo("the disk is full");
  }

  @Test
  void messagesOfOurOwnChecksAreTold() {
    assertThat(CauseText.of(new NullPointerException("undo part 3"))).isEqualTo("undo part 3");
  }

  @Test
  void whatAnExceptionLeavesToItsNameIsTold() {
    assertThat(CauseText.of(new AccessDeniedException("/a")))
        .isEqualTo("/a: the permission to use it is missing");
    assertThat(CauseText.of(new NoSuchFileException("/a"))).isEqualTo("/a: it does not exist");
  }

  static List<Throwable> faults() {
    return List.of(
        new NullPointerException("Cannot invoke \"io.heddle.A.b()\" because \"c\" is null"),
        new ClassCastException("class java.lang.Long cannot be cast to class java.lang.String"),
        new IllegalStateException(),
        new StackOverflowError(),
        new UnsupportedOperationException(""));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void codeIsNotSpokenOf(Throwable fault) {
    assertThat(CauseText.of(fault)).isEqualTo("a fault in the program, of which the log has more");
  }
}
