package io.heddle.commit.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionProgressTest {
  private final PartitionProgress progress = new PartitionProgress(new Position(10, Set.of()));

  @Test
  void readingStartsBeforeTheOldestUnansweredDecision() {
    PartitionProgress.Span a = progress.open("a", 10);
    progress.handled(10);
    PartitionProgress.Span b = progress.open("b", 11);
    progress.handled(11);
    b.extendTo(12);
    progress.handled(12);

    assertThat(progress.position()).isEqualTo(new Position(10, Set.of()));
    progress.answered(b);
    assertThat(progress.position()).isEqualTo(new Position(10, Set.of()));
    progress.answered(a);
    assertThat(progress.position()).isEqualTo(new Position(13, Set.of()));
  }

  @Test
  void answeredDecisionThatOverlapsIsNamed() {
    PartitionProgress.Span a = progress.open("a", 10);
    PartitionProgress.Span b = progress.open("b", 11);
    a.extendTo(12);
    progress.handled(12);

    progress.answered(a);

    assertThat(progress.position()).isEqualTo(new Position(11, Set.of("a")));
    progress.answered(b);
    assertThat(progress.position()).isEqualTo(new Position(13, Set.of()));
  }

  @Test
  void decisionAnsweredEarlyIsNamedUntilItsLastRecord() {
    PartitionProgress.Span broken = progress.open("broken", 10);
    progress.linger("broken");
    progress.answered(broken);
    progress.handled(10);

    assertThat(progress.position()).isEqualTo(new Position(11, Set.of("broken")));
    progress.ended("broken");
    progress.handled(20);
    assertThat(progress.position()).isEqualTo(new Position(21, Set.of()));
  }

  @Test
  void positionWaitsRatherThanForget() {
    PartitionProgress.Span[] spans = new PartitionProgress.Span[100];
    for (int i = 0; i < spans.length; i++) {
      spans[i] = progress.open("d" + i, 10 + i);
      spans[i].extendTo(500);
    }
    progress.handled(500);
    for (int i = 0; i < spans.length - 1; i++) {
      progress.answered(spans[i]);
    }

    Position position = progress.position();

    assertThat(position.offset()).isLessThan(109);
    assertThat(position.answered().size()).isLessThanOrEqualTo(PartitionProgress.MAX_ANSWERED);
    progress.answered(spans[99]);
    assertThat(progress.position()).isEqualTo(new Position(501, Set.of()));
  }

  @Test
  void decisionsWithoutAnEndAreForgottenBeforeTheyFillThePosition() {
    for (int i = 0; i < 1000; i++) {
      progress.linger("d" + i);
    }
    progress.handled(10);

    assertThat(progress.position().offset()).isEqualTo(11);
    assertThat(progress.position().answered())
        .hasSize(PartitionProgress.MAX_LINGERING)
        .contains("d999");
  }

  @Test
  void answeredDecisionsBehindAStuckOneCostNothingForEachRecord() {
    progress.open("stuck", 10);
    long start = System.nanoTime();
    for (int i = 11; i < 200_011; i++) {
      progress.answered(progress.open("d" + i, i));
      progress.handled(i);
      progress.position();
    }

    // Going through all of them for each record would take minutes.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    assertThat(progress.position()).isEqualTo(new Position(10, Set.of()));
  }
}
