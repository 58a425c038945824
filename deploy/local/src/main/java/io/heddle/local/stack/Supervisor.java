package io.heddle.local.stack;

import io.heddle.kafka.TopicMismatchException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The process that keeps the others of a stack running: it starts what is missing, and starts again
 * what ended by itself, until that happens too often. What was stopped on purpose is started again
 * at once: who wants all of it to stop, stops this one first.
 *
 * <p>It holds nothing that the stack's folder does not, and its own end ends nothing: the next one
 * takes over what runs. It ends by itself when it is not the supervisor on record any more.
 */
final class Supervisor {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Held on to, since the log manager only knows loggers weakly. */
  private static final Logger CHATTY = Logger.getLogger("org.apache.kafka");

  private final LocalStack stack;
  private final StackState state;
  private final StackLock lock;
  private final List<String> backing;
  private final List<String> services;
  private final InstantSource clock;
  private final Restarts restarts;
  private final Map<String, Instant> due = new HashMap<>();
  private boolean onRecord = true;
  private boolean prepared;

  private Supervisor(
      LocalStack stack, StackFolder folder, List<String> names, InstantSource clock) {
    this.stack = stack;
    this.state = stack.state();
    this.lock = folder.lock();
    this.clock = clock;
    backing = names.stream().filter(LocalStack.BACKING::contains).toList();
    services = names.stream().filter(name -> !LocalStack.BACKING.contains(name)).toList();
    restarts = new Restarts(clock);
  }

  /**
   * {@code PROJECT_ROOT FOLDER NAME...}
   *
   * @throws InterruptedException never: nobody interrupts the main thread
   */
  public static void main(String[] args) throws InterruptedException {
    CHATTY.setLevel(Level.WARNING);
    var folder = new StackFolder(Path.of(args[1]));
    var supervisor =
        new Supervisor(
            new LocalStack(Path.of(args[0]), folder),
            folder,
            Stream.of(args).skip(2).toList(),
            InstantSource.system());
    while (supervisor.onRecord) {
      supervisor.look();
      Thread.sleep(INTERVAL);
    }
  }

  private void look() {
    keepRunning(backing);
    if (services.stream().anyMatch(this::isWanting)
        && backing.stream().allMatch(stack.readiness()::serves)
        && prepare()) {
      keepRunning(services);
    }
  }

  private boolean isWanting(String name) {
    return state.running(name).isEmpty() && state.abandoned(name).isEmpty();
  }

  private void keepRunning(List<String> names) {
    whileOnRecord(() -> names.stream().filter(this::isWanting).forEach(this::keepRunning));
  }

  /** Does something while nobody else starts or stops, unless another supervisor was started. */
  private void whileOnRecord(Runnable work) {
    lock.during(
        () -> {
          // The launcher lets go of the lock only when this process is on record.
          onRecord =
              state
                  .running(LocalStack.SUPERVISOR)
                  .filter(process -> process.pid() == ProcessHandle.current().pid())
                  .isPresent();
          if (onRecord) {
            work.run();
          }
        });
  }

  private void keepRunning(String name) {
    if (state.process(name).isEmpty()) {
      restarts.forget(name);
      due.remove(name);
      start(name);
    } else if (!due.containsKey(name)) {
      restarts
          .ended(name)
          .ifPresentOrElse(
              instant -> {
                due.put(name, instant);
                say(name + " ended by itself and is started again, at " + instant);
              },
              () -> abandon(name, "ended by itself more than " + Restarts.MOST + " times"));
    } else if (!clock.instant().isBefore(due.get(name))) {
      due.remove(name);
      start(name);
    }
  }

  private void start(String name) {
    var formerPort = state.formerPort(name);
    try {
      stack.launch(name);
    } catch (RuntimeException e) {
      abandon(name, "cannot be started: " + e.getMessage());
      return;
    }
    say(name + " started, pid " + state.process(name).map(ProcessRecord::pid).orElse(-1L));
    if (backing.contains(name) && formerPort.filter(port -> port != state.port(name)).isPresent()) {
      say(name + " has another port than before; the services are started again to learn of it");
      stack.processes().stop(services);
    }
  }

  private void abandon(String name, String reason) {
    state.abandon(name, reason);
    say(name + " " + reason + "; it is not started again");
  }

  /** Services refuse to run before the topics exist. */
  private boolean prepare() {
    if (!prepared) {
      try {
        stack.prepare();
        prepared = true;
      } catch (TopicMismatchException e) {
        whileOnRecord(
            () -> services.forEach(name -> abandon(name, "cannot be started: " + e.getMessage())));
      } catch (RuntimeException e) {
        say("cannot create topics and bucket yet: " + e.getMessage());
      }
    }
    return prepared;
  }

  private void say(String line) {
    System.out.println(clock.instant().truncatedTo(ChronoUnit.SECONDS) + " " + line);
  }
}
