package io.heddle.resources.runs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.MessageCodec;
import io.heddle.message.TaskEvent;
import io.heddle.odf.DatasetKind;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowRunSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.heddle.resource.TaskSpec;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.Rejection;
import io.heddle.resources.command.ResourceCommand.RunParameters;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.ResourceEvent;
import io.heddle.resources.store.RunState;
import io.heddle.resources.store.RunState.Cause;
import io.heddle.resources.store.RunState.TaskState;
import io.heddle.resources.store.UnitOfWork;
import io.heddle.resources.store.UnitOfWork.BindingRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of flows: at most one is active for each flow and target; whatever fires meanwhile joins one
 * follow-up. A run, its tasks and the request to do the first of them leave in one transaction.
 */
public final class FlowRuns {
  private static final int ID_DIGITS = 8;
  private static final String CANCELLED = "Cancelled";

  private final UnitOfWork work;
  private final Account account;
  private final MessageCodec codec;
  private final ReferenceResolver resolver;

  public FlowRuns(UnitOfWork work, Account account, MessageCodec codec) {
    this.work = work;
    this.account = account;
    this.codec = codec;
    this.resolver = new ReferenceResolver(work, account);
  }

  /** Starts the flow for one target, or lets it join what is there. */
  public CommandOutcome.Run fire(
      Resource flow,
      Resource target,
      List<TaskSpec> tasks,
      RunParameters parameters,
      Cause cause,
      String firing,
      boolean rejectIfActive) {
    UUID flowId = flow.headers().id();
    UUID targetId = target.headers().id();
    String binding = flowId + "/" + targetId;
    UUID id = id("run/" + binding + "/" + firing);
    BindingRuns runs = work.bindingRuns(binding).orElse(null);
    if (runs != null && rejectIfActive) {
      throw new RejectedException(
          new Rejection(
              Problem.RUN_ALREADY_ACTIVE,
              "run %s is active".formatted(runs.active()),
              null,
              Map.of("flowRun", runs.active().toString())));
    }
    if (runs != null && runs.followUp() != null) {
      RunState joined = work.run(runs.followUp()).orElseThrow().alsoCausedBy(cause);
      save(joined, ResourceEvent.Kind.ConditionSet);
      return outcome(joined, true);
    }
    RunState run = state(id, binding, flowId, target, tasks, parameters, cause);
    create(run, new FlowRunSpec(target.handle(), tasks, accountOf(flow)), flow.handle());
    if (runs == null) {
      work.putBindingRuns(binding, new BindingRuns(id, null));
      start(run);
    } else {
      work.putBindingRuns(binding, new BindingRuns(runs.active(), id));
    }
    return outcome(work.run(id).orElseThrow(), false);
  }

  /** Starts tasks without a flow. */
  public CommandOutcome.Run startAlone(UUID id, FlowRunSpec spec, Cause cause) {
    Resource target = spec.target() == null ? null : resolver.find(spec.target()).orElse(null);
    RunState run = state(id, null, null, target, spec.tasks(), RunParameters.NONE, cause);
    create(run, spec, null);
    start(run);
    return outcome(work.run(id).orElseThrow(), false);
  }

  private static io.heddle.resource.@Nullable AccountRef accountOf(Resource flow) {
    return ((FlowSpec) flow.spec()).serviceAccount();
  }

  private RunState state(
      UUID id,
      @Nullable String binding,
      @Nullable UUID flow,
      @Nullable Resource target,
      List<TaskSpec> tasks,
      RunParameters parameters,
      Cause cause) {
    List<TaskState> states = new ArrayList<>();
    for (TaskSpec task : tasks) {
      int index = states.size();
      String name = task.options().name();
      states.add(
          new TaskState(
              id("task/" + id + "/" + index),
              name == null ? "task-" + index + "-" + RunJson.kebab(task.kind()) : name,
              task.kind(),
              TaskState.PENDING,
              null,
              null,
              null,
              null,
              null));
    }
    return new RunState(
        id,
        binding,
        flow,
        target == null ? null : target.headers().id(),
        target == null ? null : target.handle().toString(),
        RunState.WAITING,
        null,
        parameters,
        List.of(cause),
        List.of(),
        work.time(),
        null,
        null,
        states,
        null);
  }

  private void create(RunState run, FlowRunSpec spec, @Nullable ResourceRef owner) {
    Resource resource =
        unnamed(ResourceType.FlowRun, run.id(), "flow-run-", spec, owner)
            .withStatus(RunJson.status(run), work.time());
    work.createUnnamed(resource, null);
    work.putRun(run);
    for (int i = 0; i < spec.tasks().size(); i++) {
      TaskState task = run.tasks().get(i);
      TaskSpec written = spec.tasks().get(i);
      TaskSpec targeted =
          written.options().target() == null && spec.target() != null
              ? written.withOptions(written.options().withTarget(spec.target()))
              : written;
      work.createUnnamed(
          unnamed(ResourceType.Task, task.id(), "task-", targeted, resource.handle())
              .withStatus(RunJson.status(task, Phase.Pending), work.time()),
          null);
    }
  }

  private Resource unnamed(
      ResourceType type, UUID id, String prefix, ResourceSpec spec, @Nullable ResourceRef owner) {
    var headers =
        new ResourceHeaders(
            id,
            new ResourceName(prefix + id.toString().substring(0, ID_DIGITS)),
            account,
            Map.of(),
            Map.of(),
            owner == null ? List.of() : List.of(owner),
            1,
            0,
            work.time(),
            work.time(),
            null);
    return new Resource(type, headers, spec, ResourceStatus.PENDING);
  }

  private void start(RunState run) {
    RunState started = run.started(work.time());
    save(started, ResourceEvent.Kind.ReconciliationStarted);
    startNext(started, 0);
  }

  /** Starts the task at {@code index}, or ends the run after the last one. */
  private void startNext(RunState run, int index) {
    if (index == run.tasks().size()) {
      finish(run);
      return;
    }
    TaskState task = run.tasks().get(index);
    TaskSpec spec = spec(task);
    try {
      work.send(Output.Sink.INGEST_REQUESTS, codec.encode(request(run, task, spec)));
      RunState queued = run.with(task.queued());
      save(queued, task.id(), ResourceEvent.Kind.ConditionSet);
    } catch (UnfitTaskException e) {
      finishTask(run, index, new TaskEvent.Outcome.Failed(e.failure()), List.of());
    }
  }

  private IngestRequest request(RunState run, TaskState task, TaskSpec spec)
      throws UnfitTaskException {
    if (!(spec instanceof TaskSpec.Ingest ingest)) {
      throw new UnfitTaskException(
          FailureKind.UnsupportedTask,
          "tasks of kind %s are not supported; supported is Ingest".formatted(spec.kind()));
    }
    Resource source =
        resolver
            .find(ingest.source())
            .orElseThrow(
                () ->
                    new UnfitTaskException(
                        FailureKind.SourceNotFound, ingest.source() + " does not exist"));
    ResourceRef named = ingest.options().target();
    if (named == null) {
      throw new UnfitTaskException(
          FailureKind.InvalidTarget, "neither the task nor the run names a target");
    }
    Resource target =
        resolver
            .find(named)
            .orElseThrow(
                () -> new UnfitTaskException(FailureKind.InvalidTarget, named + " does not exist"));
    DatasetSpec dataset = (DatasetSpec) target.spec();
    if (dataset.kind() != DatasetKind.Root) {
      throw new UnfitTaskException(
          FailureKind.InvalidTarget, named + " is not a Root dataset; nothing is ingested into it");
    }
    Long records = run.parameters().targetRecordsPerSlice();
    return new IngestRequest(
        task.id().toString(),
        run.id().toString(),
        requireNonNull(dataset.did()),
        target.headers().id().toString(),
        target.headers().generation(),
        source.headers().id().toString(),
        source.headers().generation(),
        records == null ? ingest.targetRecordsPerSlice() : records,
        run.parameters().ignoreCache(),
        run.parameters().untilExhausted());
  }

  /** A task cannot even be asked for. */
  private static final class UnfitTaskException extends Exception {
    private final transient Failure failure;

    UnfitTaskException(FailureKind kind, String message) {
      super(message);
      this.failure = new Failure(kind, message);
    }

    Failure failure() {
      return failure;
    }
  }

  /** A worker tells how a task goes. What comes after its end, or for no task of ours, is old. */
  public void onTaskEvent(TaskEvent event) {
    Optional<UUID> id = parse(event.taskId());
    Optional<Resource> task = id.flatMap(work::find);
    if (task.isEmpty() || task.get().type() != ResourceType.Task) {
      return;
    }
    UUID runId = requireNonNull(task.get().headers().ownerReferences().getFirst().id());
    RunState run = work.run(runId).orElse(null);
    if (run == null) {
      return;
    }
    int index = run.tasks().stream().map(TaskState::id).toList().indexOf(task.get().headers().id());
    TaskState state = run.tasks().get(index);
    if (state.isFinished()) {
      return;
    }
    switch (event) {
      case TaskEvent.Started started ->
          save(
              run.with(state.running(started.time(), state.phases())),
              state.id(),
              ResourceEvent.Kind.ConditionSet);
      case TaskEvent.Progress progress ->
          save(
              run.with(state.running(progress.time(), RunJson.phases(progress.phases()))),
              state.id(),
              ResourceEvent.Kind.ConditionSet);
      case TaskEvent.Finished finished ->
          finishTask(run, index, finished.outcome(), finished.phases());
    }
  }

  private void finishTask(
      RunState run, int index, TaskEvent.Outcome outcome, List<TaskEvent.PhaseProgress> phases) {
    TaskState task = run.tasks().get(index);
    TaskState finished =
        task.finished(
            work.time(),
            RunJson.kind(outcome),
            RunJson.outcome(outcome),
            phases.isEmpty() ? null : RunJson.phases(phases));
    RunState after = run.with(finished);
    save(after, task.id(), ResourceEvent.Kind.ConditionSet);
    work.retire(
        task.id(), outcome instanceof TaskEvent.Outcome.Failed ? Phase.Failed : Phase.Ready);
    TaskSpec.Options options = ((TaskSpec) work.find(task.id()).orElseThrow().spec()).options();
    if (run.cancelReason() == null && goesOn(outcome, options)) {
      startNext(after, index + 1);
    } else {
      finish(after);
    }
  }

  private static boolean goesOn(TaskEvent.Outcome outcome, TaskSpec.Options options) {
    return switch (outcome) {
      case TaskEvent.Outcome.Success success -> true;
      case TaskEvent.Outcome.NoOp noOp -> options.onNoOp() != TaskSpec.OnNoOp.Break;
      case TaskEvent.Outcome.Failed failed -> options.onFailure() == TaskSpec.OnFailure.Continue;
      case TaskEvent.Outcome.Cancelled cancelled -> false;
    };
  }

  /**
   * Ends a run that has not ended, as soon as the worker lets go of its task, or says that it does
   * not know it. What the task commits before that counts. Asked again, it asks the worker again:
   * the question or its answer may be lost.
   */
  public CommandOutcome.Run cancel(RunState run, String reason) {
    if (run.status().equals(RunState.WAITING)) {
      dropFollowUp(run);
      end(run.cancelled(reason), CANCELLED);
    } else if (!run.isFinished()) {
      RunState cancelled = run;
      if (run.cancelReason() == null) {
        cancelled = run.cancelled(reason);
        save(cancelled, ResourceEvent.Kind.ConditionSet);
      }
      stopTask(cancelled, reason);
    }
    return outcome(work.run(run.id()).orElseThrow(), false);
  }

  /** Asks for the end of the task that is under way; nobody can be asked without its dataset. */
  private void stopTask(RunState run, String reason) {
    for (int index = 0; index < run.tasks().size(); index++) {
      TaskState task = run.tasks().get(index);
      if (!task.isFinished() && !task.status().equals(TaskState.PENDING)) {
        ResourceRef target = spec(task).options().target();
        Optional<Resource> dataset = target == null ? Optional.empty() : resolver.find(target);
        if (dataset.isPresent()) {
          askToCancel(task, dataset.get(), reason);
        } else {
          finishTask(run, index, new TaskEvent.Outcome.Cancelled(reason), List.of());
        }
        return;
      }
    }
  }

  private void askToCancel(TaskState task, Resource dataset, String reason) {
    work.send(
        Output.Sink.INGEST_REQUESTS,
        codec.encode(
            new IngestCancel(
                requireNonNull(((DatasetSpec) dataset.spec()).did()),
                task.id().toString(),
                reason)));
  }

  /** Cancels what cannot go on without a resource that goes; to be called while it is there. */
  public void cancelWith(Resource leaving) {
    String reason = "%s was deleted".formatted(leaving.handle());
    work.unfinishedRuns().stream()
        .filter(run -> needs(run, leaving))
        .forEach(run -> cancel(work.run(run.id()).orElseThrow(), reason));
  }

  private boolean needs(RunState run, Resource leaving) {
    UUID id = leaving.headers().id();
    return id.equals(run.flow())
        || id.equals(run.target())
        || run.tasks().stream()
            .filter(task -> !task.isFinished())
            .anyMatch(task -> refersTo(spec(task), id));
  }

  private boolean refersTo(TaskSpec task, UUID id) {
    return Stream.of(
            task.options().target(), task instanceof TaskSpec.Ingest it ? it.source() : null)
        .filter(Objects::nonNull)
        .flatMap(ref -> resolver.find(ref).stream())
        .anyMatch(resource -> resource.headers().id().equals(id));
  }

  private TaskSpec spec(TaskState task) {
    return (TaskSpec) work.find(task.id()).orElseThrow().spec();
  }

  private void dropFollowUp(RunState run) {
    String binding = run.binding();
    if (binding != null) {
      work.bindingRuns(binding)
          .ifPresent(runs -> work.putBindingRuns(binding, new BindingRuns(runs.active(), null)));
    }
  }

  private void finish(RunState run) {
    List<String> results =
        run.tasks().stream().map(TaskState::result).filter(result -> result != null).toList();
    boolean cutShort =
        run.cancelReason() != null && run.tasks().stream().anyMatch(task -> !task.isFinished());
    String outcome =
        results.contains("Failed")
            ? "Failed"
            : cutShort || results.contains(CANCELLED)
                ? CANCELLED
                : results.contains("Success") ? "Success" : "NoOp";
    end(run, outcome);
    if (run.binding() != null) {
      startFollowUp(run.binding());
    }
  }

  private void end(RunState run, String outcome) {
    save(run.finished(work.time(), outcome), ResourceEvent.Kind.ReconciliationSucceeded);
    for (TaskState task : run.tasks()) {
      if (!task.isFinished()) {
        work.retire(task.id(), Phase.Deleted);
      }
    }
    work.retire(run.id(), outcome.equals("Failed") ? Phase.Failed : Phase.Ready);
  }

  private void startFollowUp(String binding) {
    UUID followUp = work.bindingRuns(binding).map(BindingRuns::followUp).orElse(null);
    if (followUp == null) {
      work.putBindingRuns(binding, null);
    } else {
      work.putBindingRuns(binding, new BindingRuns(followUp, null));
      start(work.run(followUp).orElseThrow());
    }
  }

  private void save(RunState run, UUID task, ResourceEvent.Kind kind) {
    TaskState state =
        run.tasks().stream().filter(one -> one.id().equals(task)).findFirst().orElseThrow();
    Resource resource = work.find(task).orElseThrow();
    work.put(
        resource.withStatus(RunJson.status(state, Phase.Reconciling), work.time()),
        kind,
        RunJson.write(state));
    save(run, kind);
  }

  private void save(RunState run, ResourceEvent.Kind kind) {
    work.putRun(run);
    Resource resource = work.find(run.id()).orElseThrow();
    work.put(resource.withStatus(RunJson.status(run), work.time()), kind, RunJson.write(run));
  }

  private CommandOutcome.Run outcome(RunState run, boolean joined) {
    ResourceHeaders headers = work.find(run.id()).orElseThrow().headers();
    return new CommandOutcome.Run(
        run.id(),
        run.target(),
        run.targetName(),
        run.status(),
        joined,
        headers.generation(),
        headers.statusGeneration());
  }

  private static UUID id(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(UTF_8));
  }

  private static Optional<UUID> parse(String id) {
    return io.heddle.resource.UuidText.isUuid(id)
        ? Optional.of(UUID.fromString(id))
        : Optional.empty();
  }
}
