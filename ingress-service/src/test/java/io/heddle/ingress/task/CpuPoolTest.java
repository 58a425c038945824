package io.heddle.ingress.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.ingress.task.CpuPool.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CpuPoolTest {
  private final CpuPool pool = new CpuPool(1, 2);
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void queriesWithoutEndKeepNoReaderWaiting() throws Exception {
    for (int i = 0; i < 5; i++) {
      start(Kind.QUERY);
    }
    await().until(() -> running.get() == 2);

    for (int i = 0; i < 3; i++) {
      assertThat(pool.run(Kind.READ, () -> "read")).isEqualTo("read");
    }
  }

  @Test
  void interruptsTheWorkAndReturnsOnceItHasEnded() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean endedFirst = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    pool.run(
                        Kind.READ,
                        () -> {
                          begun.countDown();
                          try {
                            never.await();
                          } finally {
                            long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
                            while (System.nanoTime() < until) {
                              Thread.onSpinWait();
                            }
                            ended.set(true);
                          }
                          return null;
                        });
                  } catch (InterruptedException e) {
                    endedFirst.set(ended.get());
                  }
                });
    begun.await();

    caller.interrupt();

    assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
    assertThat(endedFirst).isTrue();
    assertThat(pool.run(Kind.READ, () -> Thread.currentThread().isInterrupted())).isFalse();
  }

  @Test
  void workThatDoesNotStopJamsItsKind() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    try (CpuPool hasty = new CpuPool(1, 2, Duration.ofMillis(100))) {
      for (int i = 0; i < 2; i++) {
        assertThat(hasty.isJammed()).isFalse();
        CountDownLatch begun = new CountDownLatch(1);
        Thread caller =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        hasty.run(
                            Kind.QUERY,
                            () -> {
                              begun.countDown();
                              while (!enough.get()) {
                                Thread.onSpinWait();
                              }
                              return null;
                            });
                      } catch (InterruptedException e) {
                        // As it should be.
                      }
                    });
        begun.await();
        caller.interrupt();
        assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
      }

      assertThat(hasty.isJammed()).isTrue();
      enough.set(true);
      await().until(() -> !hasty.isJammed());
    }
  }

  @Test
  void whatHasNotBegunIsTakenBackAtOnce() throws Exception {
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      callers.add(start(Kind.QUERY));
    }
    await().until(() -> running.get() == 2);
    await().until(() -> callers.stream().allMatch(CpuPoolTest::isWaiting));

    callers.forEach(Thread::interrupt);

    for (Thread caller : callers) {
      assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
    }
    assertThat(running).hasValue(0);
  }

  @Test
  void failuresComeThrough() {
    assertThatThrownBy(
            () ->
                pool.run(
                    Kind.READ,
                    () -> {
                      throw new IllegalArgumentException("this one");
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("this one");
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING;
  }

  /** Work that ends only when it is interrupted. */
  private Thread start(Kind kind) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                pool.run(
                    kind,
                    () -> {
                      running.incrementAndGet();
                      try {
                        never.await();
                      } finally {
                        running.decrementAndGet();
                      }
                      return null;
                    });
              } catch (InterruptedException e) {
                // As it should.
              }
            });
  }
}
