package io.heddle.ingress.task;

import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.resource.Resource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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

  /** This process stops working on a task before its outcome is known; another one goes on. */
  public static final class LeftToOthersException extends RuntimeException {
    LeftToOthersException(String taskId, Throwable cause) {
      super("task %s is left to others".formatted(taskId), cause);
    }
  }

  /** A request that is not done. */
  private record OpenTask(
      IngestRequest request, Delivery delivery, Instant since, TaskControl control) {}

  private final IngestTask task;
  private final TaskEvents events;
  private final Attempts attempts;
  private final InstantSource clock;
  private final String worker;
  private final Listener listener;
  private final TaskSettings settings;
  private final DatasetQueues queues = new DatasetQueues();
  private final Semaphore slots;

  /** Of them, those for tasks that may wait for long before they do anything. */
  private final Semaphore slowSlots;

  private final Set<OpenTask> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("heddle-task-limits").daemon().factory());

  /**
   * @param worker names this process in the tasks' events
   */
  TaskRunner(
      IngestTask task,
      TaskEvents events,
      Attempts attempts,
      InstantSource clock,
      String worker,
      TaskSettings settings,
      Listener listener) {
    this.task = task;
    this.events = events;
    this.attempts = attempts;
    this.clock = clock;
    this.worker = worker;
    this.settings = settings;
    this.slots = new Semaphore(settings.maxRunning(), true);
    this.slowSlots = new Semaphore(Math.max(1, settings.maxRunning() / 2), true);
    this.listener = listener;
  }

  /**
   * Runs the request once earlier ones of its dataset are done.
   *
   * @return done when the outcome is known and told; fails with {@link LeftToOthersException} when
   *     the partition is taken away or this process stops before, and then the request has to be
   *     delivered again
   */
  public CompletableFuture<Void> submit(IngestRequest request, Delivery delivery) {
    OpenTask opened = new OpenTask(request, delivery, clock.instant(), new TaskControl());
    open.add(opened);
    return queues
        .submit(request.dataset(), () -> run(opened))
        .whenComplete((done, failure) -> open.remove(opened));
  }

  /**
   * Ends a task, if it is open here; one that waits for its turn does not begin.
   *
   * @return whether it is, and so tells its outcome itself
   */
  public boolean cancel(IngestCancel cancel) {
    return end(
        opened -> opened.request().taskId().equals(cancel.taskId()),
        new Outcome.Cancelled(cancel.reason()));
  }

  /**
   * Tells the end of a cancelled task that no process has: its request got lost, or it ended
   * before. Of the outcomes of a task the first one counts.
   *
   * @return done when it is told
   */
  public CompletableFuture<Void> tellCancelled(IngestCancel cancel) {
    return new TaskReport(cancel.taskId(), events, clock, TaskReport.Stages.NONE)
        .finished(new Outcome.Cancelled(cancel.reason()));
  }

  /** Ends the tasks of a Source or Dataset that was deleted. */
  public void deleted(Resource resource) {
    String id = resource.headers().id().toString();
    end(
        opened ->
            opened.request().sourceId().equals(id)
                || opened.request().datasetResourceId().equals(id),
        new Outcome.Cancelled("%s was deleted".formatted(resource.handle())));
  }

  /** Stops the work for requests of a partition that another process owns now. */
  public void leave(int partition) {
    open.stream()
        .filter(opened -> opened.delivery().partition() == partition)
        .forEach(opened -> opened.control().leave());
  }

  private boolean end(Predicate<OpenTask> which, Outcome outcome) {
    List<OpenTask> found = open.stream().filter(which).toList();
    found.forEach(opened -> opened.control().end(outcome));
    return !found.isEmpty();
  }

  /** How many requests are not done. */
  public int openRequests() {
    return open.size();
  }

  /** When the request that is open for the longest time came. */
  public Optional<Instant> oldestOpen() {
    return open.stream().map(OpenTask::since).min(Instant::compareTo);
  }

  private void run(OpenTask opened) {
    IngestRequest request = opened.request();
    String taskId = request.taskId();
    try {
      if (task.mayWaitLong(request)) {
        slowSlots.acquire();
        try {
          runInSlot(opened);
        } finally {
          slowSlots.release();
        }
      } else {
        runInSlot(opened);
      }
    } catch (InterruptedException e) {
      attempts.end(taskId);
      throw new LeftToOthersException(taskId, e);
    }
  }

  private void runInSlot(OpenTask opened) throws InterruptedException {
    slots.acquire();
    try {
      runNow(opened);
    } finally {
      slots.release();
    }
  }

  private void runNow(OpenTask opened) throws InterruptedException {
    IngestRequest request = opened.request();
    Instant start = clock.instant();
    TaskReport report =
        new TaskReport(
            request.taskId(), events, clock, new Marks(request.taskId(), opened.control()));
    Future<?> limit =
        timer.schedule(
            () -> opened.control().end(outOfTime()),
            settings.timeLimit().toMillis(),
            TimeUnit.MILLISECONDS);
    Optional<Outcome> known;
    try {
      known = opened.control().run(() -> attempt(opened, report));
    } finally {
      limit.cancel(false);
    }
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
  }

  private Outcome outOfTime() {
    return new Outcome.Failed(
        new Failure(
            FailureKind.LimitExceeded,
            "the task was not done within %s, the limit of this installation (heddle.tasks.time-limit)"
                .formatted(settings.timeLimit())));
  }

  /** Counts attempts as long as the task may bring the process down, and lets commits finish. */
  private final class Marks implements TaskReport.Stages {
    private final String taskId;
    private final TaskControl control;

    Marks(String taskId, TaskControl control) {
      this.taskId = taskId;
      this.control = control;
    }

    @Override
    public void reading() {
      control.committing(false);
      attempts.begin(taskId);
    }

    @Override
    public void offering() {
      attempts.end(taskId);
    }

    @Override
    public void committing(boolean now) {
      control.committing(now);
    }

    @Override
    public void committed(Outcome soFar) {
      control.committed(soFar);
    }
  }

  private Optional<Outcome> attempt(OpenTask opened, TaskReport report)
      throws InterruptedException {
    String taskId = opened.request().taskId();
    report.started(worker);
    int before = attempts.count(taskId);
    if (before >= Attempts.MAX) {
      return Optional.of(
          new Outcome.Failed(
              new Failure(
                  FailureKind.Internal,
                  "the task brought its worker down %d times and is not tried again"
                      .formatted(before))));
    }
    return task.run(opened.request(), opened.delivery(), report);
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
    timer.shutdownNow();
    queues.close();
  }
}
