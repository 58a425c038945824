package io.heddle.commit.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.commit.decision.DeskHarness;
import io.heddle.commit.decision.Position;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssignmentsTest {
  private static final int PARTITION = 3;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicBoolean coordinatorAway = new AtomicBoolean();
  private final AtomicInteger asked = new AtomicInteger();

  @TempDir Path folder;
  private DeskHarness desk;
  private Assignments assignments;

  @BeforeEach
  void start() {
    desk = new DeskHarness(folder);
    assignments = new Assignments(desk.desk(), this::committed);
  }

  @AfterEach
  void stop() {
    desk.desk().revoke(PARTITION);
    desk.close();
    threads.close();
  }

  private Position committed(int partition) {
    asked.incrementAndGet();
    if (coordinatorAway.get()) {
      throw new TimeoutException("the coordinator is away");
    }
    return new Position(7, Set.of());
  }

  @Test
  void recordsOfOthersAreNotOurs() throws Exception {
    assertThat(assignments.owns(PARTITION)).isFalse();
    assertThat(asked).hasValue(0);
  }

  @Test
  void recordsWaitVisiblyUntilTheBrokerTellsWhereToGoOn() {
    coordinatorAway.set(true);
    assignments.add(PARTITION);

    CompletableFuture<Boolean> ours = owns();

    await().until(assignments::isWaiting);
    assertThat(ours).isNotDone();
    coordinatorAway.set(false);
    assertThat(ours.join()).isTrue();
    assertThat(assignments.isWaiting()).isFalse();
    assertThat(desk.desk().owns(PARTITION)).isTrue();
  }

  @Test
  void partitionThatGoesWhileItsRecordsWaitIsLetGo() {
    coordinatorAway.set(true);
    assignments.add(PARTITION);
    CompletableFuture<Boolean> ours = owns();
    await().until(assignments::isWaiting);

    assignments.remove(PARTITION);

    assertThat(ours.join()).isFalse();
    assertThat(assignments.isWaiting()).isFalse();
  }

  @Test
  void whatWasToldBeforeAPartitionWentAndCameBackDoesNotCount() throws Exception {
    assignments =
        new Assignments(
            desk.desk(),
            partition -> {
              if (asked.incrementAndGet() == 1) {
                assignments.remove(PARTITION);
                assignments.add(PARTITION);
              }
              return new Position(7, Set.of());
            });
    assignments.add(PARTITION);

    assertThat(assignments.owns(PARTITION)).isTrue();
    assertThat(asked).hasValue(2);
  }

  private CompletableFuture<Boolean> owns() {
    CompletableFuture<Boolean> ours = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            ours.complete(assignments.owns(PARTITION));
          } catch (InterruptedException e) {
            ours.completeExceptionally(e);
          }
        });
    return ours;
  }
}
