package io.heddle.local.stack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A stack that is kept running by a {@link Supervisor}, as its users command it. Commands may be
 * given by several at once.
 */
final class SupervisedStack {
  /** Everything, in the order of its start. */
  static final List<String> ALL =
      Stream.concat(
              LocalStack.BACKING.stream(), Arrays.stream(Service.values()).map(Service::title))
          .toList();

  private final LocalStack stack;
  private final StackFolder folder;
  private final List<String> names;
  private final Patience patience;
  private final StackState state;
  private final Processes processes;

  /**
   * @param names of the processes it consists of, some of {@link #ALL}
   */
  SupervisedStack(Path projectRoot, StackFolder folder, List<String> names, Patience patience) {
    this.folder = folder;
    this.names = names;
    this.patience = patience;
    stack = new LocalStack(projectRoot, folder, patience);
    state = stack.state();
    processes = stack.processes();
  }

  LocalStack stack() {
    return stack;
  }

  /**
   * Starts what does not run or was built again since, and waits until all serves. What runs and is
   * current is left alone.
   *
   * @throws IllegalStateException when something will not serve, or patience ends; what runs goes
   *     on running
   */
  void up() {
    change(
        () -> {
          for (ProcessRecord process : state.processes()) {
            if (stack.isOutdated(process) && process.alive().isPresent()) {
              patience.tell(process.name() + " was built again since it started");
              processes.stop(List.of(process.name()));
            }
          }
          List<String> dead = names.stream().filter(name -> state.running(name).isEmpty()).toList();
          processes.stop(dead);
        });
    await(names);
  }

  /**
   * Stops one process and waits until its successor serves.
   *
   * @param name as in {@link #ALL}, or without {@code -service}
   */
  void restart(String name) {
    String process =
        names.stream()
            .filter(known -> known.equals(name) || known.equals(name + "-service"))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no " + name + "; there are " + String.join(", ", names)));
    if (names.stream().allMatch(known -> state.running(known).isEmpty())) {
      throw new IllegalStateException("nothing runs: ./heddle up starts the stack");
    }
    change(() -> processes.stop(List.of(process)));
    await(List.of(process));
  }

  /** Stops everything. */
  void down() {
    folder.lock().during(stack::down);
  }

  /** What there is, a line each. */
  List<String> status() {
    return Stream.concat(names.stream(), Stream.of(LocalStack.SUPERVISOR))
        .flatMap(name -> state.process(name).stream())
        .map(this::status)
        .toList();
  }

  private String status(ProcessRecord process) {
    String name = process.name();
    String port = state.formerPort(name).map(number -> "port " + number).orElse("");
    return "%-18s %-7s %-11s pid %d%s"
        .formatted(
            name,
            condition(process),
            port,
            process.pid(),
            state.abandoned(name).map(reason -> ", " + reason).orElse(""));
  }

  private String condition(ProcessRecord process) {
    if (process.alive().isEmpty()) {
      return "down";
    }
    boolean serves =
        process.name().equals(LocalStack.SUPERVISOR) || stack.readiness().serves(process.name());
    return serves ? "ready" : "starts";
  }

  /** Does something while nobody else does, and sees that there is a supervisor to go on. */
  private void change(Runnable change) {
    folder
        .lock()
        .during(
            () -> {
              change.run();
              if (state.running(LocalStack.SUPERVISOR).isEmpty()) {
                stack.launchSupervisor(names);
              }
            });
  }

  private void await(List<String> awaited) {
    new StartWatch(stack.readiness(), patience).await(awaited, new Hope());
  }

  /** As long as the supervisor starts a process again, it may still serve. */
  private final class Hope implements Consumer<String> {
    private final Map<String, ProcessRecord> seen = new HashMap<>();

    @Override
    public void accept(String name) {
      state
          .abandoned(name)
          .ifPresent(
              reason -> {
                throw new IllegalStateException(
                    "%s %s; it said last:%n%s%nAll of it: %s. When the cause is mended: ./heddle restart %s"
                        .formatted(
                            name, reason, processes.lastWords(name), folder.log(name), name));
              });
      if (state.running(LocalStack.SUPERVISOR).isEmpty()) {
        throw new IllegalStateException(
            "the stack was stopped meanwhile, or its supervisor ended; it said last:\n"
                + processes.lastWords(LocalStack.SUPERVISOR));
      }
      state.process(name).ifPresent(process -> tellOfEnd(name, process));
    }

    private void tellOfEnd(String name, ProcessRecord process) {
      if (process.alive().isPresent()) {
        seen.remove(name);
      } else if (!process.equals(seen.put(name, process))) {
        patience.tell(
            "%s ended by itself and is started again; it said last:%n%s"
                .formatted(name, processes.lastWords(name)));
      }
    }
  }
}
