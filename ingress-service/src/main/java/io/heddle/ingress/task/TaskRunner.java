package io.heddle.ingress.task;

import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes requests, runs them, and tells their outcomes. */
public final class TaskRunner implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TaskRunner.class);
  private static final Duration BETWEEN_TELLINGS = Duration.ofSeconds(5);

  /** Told of each task that came to an end. */
  @FunctionalInterface
  public interface Listener {
    void finished(Outcome outcome, Duration duration);
  }

  private final IngestTask task;
  private final TaskEvents events;
  private final Attempts attempts;
  private final InstantSource clock;
  private final String worker;
  private final Listener listener;
  private final DatasetQueues queues = new DatasetQueues();
  private final Map<IngestRequest, Instant> open = new ConcurrentHashMap<>();
  private final Cancellations cancellations = new Cancellations();

  /**
   * @param worker names this process in the tasks' events
   */
  TaskRunner(
      IngestTask task,
      TaskEvents events,
      Attempts attempts,
      InstantSource clock,
      String worker,
      Listener listener) {
    this.task = task;
    this.events = events;
    this.attempts = attempts;
    this.clock = clock;
    this.worker = worker;
    this.listener = listener;
  }

  /**
   * Runs the request once earlier ones of its dataset are done.
   *
   * @return done when the outcome is known and told; fails when this process stops before, and then
   *     the request has to be delivered again
   */
  public CompletableFuture<Void> submit(IngestRequest request) {
    open.putIfAbsent(request, clock.instant());
    return queues
        .submit(request.dataset(), () -> run(request))
        .whenComplete(
            (done, failure) -> {
              open.remove(request);
              cancellations.forget(request.taskId());
            });
  }

  /** Ends a task, if it is open here; one that waits for its turn does not begin. */
  public void cancel(IngestCancel cancel) {
    if (open.keySet().stream().anyMatch(request -> request.taskId().equals(cancel.taskId()))) {
      cancellations.cancel(cancel.taskId(), cancel.reason());
    }
  }

  /** How many requests are not done. */
  public int openRequests() {
    return open.size();
  }

  /** When the request that is open for the longest time came. */
  public Optional<Instant> oldestOpen() {
    return open.values().stream().min(Instant::compareTo);
  }

  private void run(IngestRequest request) {
    Instant start = clock.instant();
    TaskReport report = new TaskReport(request.taskId(), events, clock);
    report.started(worker);
    try {
      Optional<Outcome> known = attempt(request, report);
      if (known.isEmpty()) {
        attempts.end(request.taskId());
        log.info("Task runs elsewhere task={} dataset={}", request.taskId(), request.dataset());
        return;
      }
      Outcome outcome = known.get();
      tell(request, report, outcome);
      Duration duration = Duration.between(start, clock.instant());
      listener.finished(outcome, duration);
      logOutcome(request, outcome, duration);
    } catch (InterruptedException e) {
      attempts.end(request.taskId());
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped before task %s was done".formatted(request), e);
    }
  }

  private Optional<Outcome> attempt(IngestRequest request, TaskReport report)
      throws InterruptedException {
    int before = attempts.begin(request.taskId());
    if (before >= Attempts.MAX) {
      return Optional.of(
          new Outcome.Failed(
              new Failure(
                  FailureKind.Internal,
                  "the task brought its worker down %d times and is not tried again"
                      .formatted(before))));
    }
    return cancellations.run(request.taskId(), () -> task.run(request, report));
  }

  /** The request is done only once its outcome is durable, so this is tried until it works. */
  private void tell(IngestRequest request, TaskReport report, Outcome outcome)
      throws InterruptedException {
    while (true) {
      try {
        report.finished(outcome).get();
        attempts.end(request.taskId());
        return;
      } catch (ExecutionException e) {
        log.warn("Outcome cannot be told yet task={}", request.taskId(), e.getCause());
        TimeUnit.NANOSECONDS.sleep(BETWEEN_TELLINGS.toNanos());
      }
    }
  }

  private static void logOutcome(IngestRequest request, Outcome outcome, Duration duration) {
    String task = request.taskId();
    Object dataset = request.dataset();
    long millis = duration.toMillis();
    switch (outcome) {
      case Outcome.Success success ->
          log.info(
              "Ingested task={} dataset={} block={} blocks={} rows={} durationMs={}",
              task,
              dataset,
              success.newHead(),
              success.blocks(),
              success.summary().rowsWritten(),
              millis);
      case Outcome.NoOp noOp ->
          log.info(
              "Nothing to ingest task={} dataset={} reason=\"{}\" durationMs={}",
              task,
              dataset,
              noOp.reason(),
              millis);
      case Outcome.Failed failed ->
          log.warn(
              "Task failed task={} dataset={} code={} error=\"{}\" durationMs={}",
              task,
              dataset,
              failed.failure().kind(),
              failed.failure().message(),
              millis);
      case Outcome.Cancelled cancelled ->
          log.info(
              "Task cancelled task={} dataset={} reason={}", task, dataset, cancelled.reason());
    }
  }

  @Override
  public void close() {
    queues.close();
  }
}
