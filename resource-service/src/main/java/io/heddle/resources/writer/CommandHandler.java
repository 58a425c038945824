package io.heddle.resources.writer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resource.FlowRunSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Manifest;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSelector;
import io.heddle.resource.ResourceType;
import io.heddle.resource.TaskSpec;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.CommandOutcome.Operation;
import io.heddle.resources.command.CommandOutcome.Warning;
import io.heddle.resources.command.ContributedLabels;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.Rejection;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.reconcile.DatasetReconciler;
import io.heddle.resources.reconcile.Reconcilers;
import io.heddle.resources.runs.FlowRuns;
import io.heddle.resources.runs.RunJson;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.References;
import io.heddle.resources.store.RunState;
import io.heddle.resources.store.UnitOfWork;
import io.heddle.resources.store.WriterStores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides commands, one after another. */
final class CommandHandler {
  private static final List<ResourceType> DEPENDENCY_ORDER =
      List.of(ResourceType.Dataset, ResourceType.Source, ResourceType.Flow);

  private final WriterStores stores;
  private final Account account;
  private final MessageCodec codec;
  private final Topics topics;

  CommandHandler(WriterStores stores, Account account, MessageCodec codec, Topics topics) {
    this.stores = stores;
    this.account = account;
    this.codec = codec;
    this.topics = topics;
  }

  /** Decides and, unless it is a dry run or rejected, writes. The outcome is not written here. */
  CommandOutcome handle(ResourceCommand command, Instant time, Consumer<Output> forward) {
    try {
      return switch (command) {
        case ResourceCommand.Apply apply -> apply(apply, time, forward);
        case ResourceCommand.Delete delete -> delete(delete, time, forward);
        case ResourceCommand.Trigger trigger -> trigger(trigger, time, forward);
        case ResourceCommand.StartRun start -> startRun(start, time, forward);
        case ResourceCommand.CancelRun cancel -> cancelRun(cancel, time, forward);
        case ResourceCommand.Mend mend -> mend(mend, time, forward);
        case ResourceCommand.Observe observe -> observe(observe, time, forward);
      };
    } catch (RejectedException e) {
      return CommandOutcome.rejected(command.commandId(), e.rejection());
    }
  }

  private UnitOfWork work(ResourceCommand command, Instant time) {
    return new UnitOfWork(stores, time, command.actor(), command.commandId());
  }

  private CommandOutcome apply(
      ResourceCommand.Apply command, Instant time, Consumer<Output> forward) {
    List<CommandOutcome.Item> items = new ArrayList<>();
    List<ResourceCommand.Item> ordered =
        command.items().stream().sorted(Comparator.comparingInt(CommandHandler::order)).toList();
    if (command.atomic()) {
      UnitOfWork work = work(command, time);
      Map<UUID, Integer> seen = new HashMap<>();
      ordered.forEach(item -> items.add(applyOne(item, work, seen)));
      new Reconcilers(work, codec, topics).afterChanges(account);
      boolean rejected = items.stream().anyMatch(item -> item.rejection() != null);
      if (!rejected && !command.dryRun()) {
        work.flush(forward);
      }
    } else {
      for (ResourceCommand.Item item : ordered) {
        UnitOfWork work = work(command, time);
        CommandOutcome.Item outcome = applyOne(item, work, new HashMap<>());
        new Reconcilers(work, codec, topics).afterChanges(account);
        items.add(
            outcome.rejection() == null && !command.dryRun()
                ? flushed(work, item, outcome, forward)
                : outcome);
      }
    }
    items.sort(Comparator.comparingInt(CommandOutcome.Item::document));
    return new CommandOutcome(command.commandId(), null, items, List.of());
  }

  private static CommandOutcome.Item flushed(
      UnitOfWork work,
      ResourceCommand.Item item,
      CommandOutcome.Item outcome,
      Consumer<Output> forward) {
    try {
      work.flush(forward);
      return outcome;
    } catch (RejectedException e) {
      return rejected(item, e.rejection());
    }
  }

  /** What others refer to comes first. */
  private static int order(ResourceCommand.Item item) {
    return ResourceType.resolve(item.manifest().path("$schema").asText())
            instanceof ResourceType.Resolution.Known(var type)
        ? DEPENDENCY_ORDER.indexOf(type)
        : -1;
  }

  private CommandOutcome.Item applyOne(
      ResourceCommand.Item item, UnitOfWork work, Map<UUID, Integer> seen) {
    var writer = new BatchWriter(work, account, new Reconcilers(work, codec, topics));
    try {
      BatchWriter.Draft draft = writer.draft(item);
      Integer first = seen.putIfAbsent(draft.id(), item.document());
      if (first != null) {
        throw new RejectedException(
            Problem.DUPLICATE_MANIFEST,
            "%s stands in document %d as well".formatted(draft.manifest().handle(), first));
      }
      return writer.write(draft);
    } catch (RejectedException e) {
      return rejected(item, e.rejection());
    }
  }

  private static CommandOutcome.Item rejected(ResourceCommand.Item item, Rejection rejection) {
    JsonNode manifest = item.manifest();
    return new CommandOutcome.Item(
        item.document(),
        Operation.Rejected,
        ResourceType.resolve(manifest.path("$schema").asText())
                instanceof ResourceType.Resolution.Known(var type)
            ? type
            : ResourceType.Dataset,
        manifest.path("headers").path("name").asText(null),
        null,
        0,
        0,
        null,
        List.of(),
        List.of(),
        rejection);
  }

  private CommandOutcome delete(
      ResourceCommand.Delete command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    ResourceRef ref = RefTexts.read(command.ref());
    Resource resource = found(work, ref);
    Preconditions.check(command.precondition(), resource, ref.toString());
    if (resource.type() == ResourceType.FlowRun || resource.type() == ResourceType.Task) {
      throw new RejectedException(
          Problem.NOT_IMPLEMENTED,
          "a run is cancelled with POST /flows/v1alpha1/flowrun/{id}/cancel, and its tasks with"
              + " it");
    }
    List<Warning> referrers = referrers(work, resource);
    new FlowRuns(work, account, codec).cancelWith(resource);
    work.delete(resource);
    if (resource.status().sourceName() != null) {
      work.freeSourceName(account, resource.status().sourceName());
    }
    new Reconcilers(work, codec, topics).afterChanges(account);
    if (!command.dryRun()) {
      work.flush(forward);
    }
    Resource gone = work.find(resource.headers().id()).orElseThrow();
    return new CommandOutcome(
        command.commandId(), null, List.of(item(gone, Operation.Deleted, referrers)), List.of());
  }

  /** Who will miss it. */
  private List<Warning> referrers(UnitOfWork work, Resource resource) {
    UUID id = resource.headers().id();
    var resolver = new ReferenceResolver(work, account);
    List<Warning> warnings = new ArrayList<>();
    Stream.of(ResourceType.Flow, ResourceType.Source, ResourceType.Dataset)
        .flatMap(type -> work.live(account, type).stream())
        .forEach(
            referrer -> {
              References.map(
                  referrer.spec(),
                  (ref, pointer) -> {
                    if (resolver.find(ref).filter(it -> it.headers().id().equals(id)).isPresent()) {
                      warnings.add(referred(referrer, pointer));
                    }
                    return ref;
                  });
              if (referrer.spec() instanceof FlowSpec flow
                  && flow.target().isExact()
                  && resource.type() == ResourceType.Dataset
                  && flow.target().matches(resource)) {
                warnings.add(referred(referrer, "/spec/target"));
              }
            });
    return warnings;
  }

  private static Warning referred(Resource referrer, String pointer) {
    return new Warning("referrer", pointer, referrer.handle() + " refers to it");
  }

  private Resource found(UnitOfWork work, ResourceRef ref) {
    return new ReferenceResolver(work, account)
        .find(ref)
        .orElseThrow(
            () -> new RejectedException(Problem.RESOURCE_NOT_FOUND, ref + " does not exist"));
  }

  private CommandOutcome trigger(
      ResourceCommand.Trigger command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    Resource flow = found(work, RefTexts.read(command.flow()));
    FlowSpec spec = (FlowSpec) flow.spec();
    List<Resource> targets = targets(work, spec, command.target());
    if (targets.isEmpty()) {
      throw new RejectedException(
          Problem.NO_TARGET,
          "no dataset matches the target of %s; create it first".formatted(flow.handle()));
    }
    List<TaskSpec> tasks = tasks(spec, command.tasks());
    FlowRuns runs = new FlowRuns(work, account, codec);
    var cause = new RunState.Cause(time, command.actor(), "Manual", command.reason());
    List<CommandOutcome.Run> started = new ArrayList<>();
    for (Resource target : targets) {
      started.add(
          runs.fire(
              flow,
              target,
              tasks,
              command.parameters(),
              cause,
              command.commandId(),
              command.rejectIfActive()));
    }
    work.flush(forward);
    return new CommandOutcome(command.commandId(), null, List.of(), started);
  }

  private List<Resource> targets(UnitOfWork work, FlowSpec flow, @Nullable JsonNode only) {
    var resolver = new ReferenceResolver(work, account);
    ResourceSelector selector = flow.target();
    if (only == null) {
      return resolver.select(selector);
    }
    Resource target = found(work, RefTexts.read(only));
    if (!selector.matches(ContributedLabels.addTo(target))) {
      throw new RejectedException(
          Problem.NO_TARGET, target.handle() + " is not among the targets of the flow");
    }
    return List.of(target);
  }

  private static List<TaskSpec> tasks(FlowSpec flow, @Nullable List<String> names) {
    if (names == null) {
      return flow.tasks();
    }
    List<TaskSpec> chosen = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (TaskSpec task : flow.tasks()) {
      String name = task.options().name();
      String effective =
          name == null ? "task-" + known.size() + "-" + RunJson.kebab(task.kind()) : name;
      known.add(effective);
      if (names.contains(effective)) {
        chosen.add(task);
      }
    }
    if (chosen.size() < names.size()) {
      throw new RejectedException(
          Problem.MALFORMED_REQUEST,
          "tasks of the flow are %s, not all of %s".formatted(known, names));
    }
    return chosen;
  }

  private CommandOutcome startRun(
      ResourceCommand.StartRun command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    Manifest manifest = ManifestJson.read(ResourceType.FlowRun, command.manifest(), true);
    if (work.find(command.runId()).isPresent()) {
      throw new RejectedException(Problem.NAME_CONFLICT, "the run exists already");
    }
    List<ReferenceResolver.Dangling> dangling = new ArrayList<>();
    var resolver = new ReferenceResolver(work, account);
    FlowRunSpec spec = requireNonNull((FlowRunSpec) resolver.resolve(manifest.spec(), dangling));
    var cause = new RunState.Cause(time, command.actor(), "Manual", null);
    CommandOutcome.Run run =
        new FlowRuns(work, account, codec).startAlone(command.runId(), spec, cause);
    work.flush(forward);
    return new CommandOutcome(command.commandId(), null, List.of(), List.of(run));
  }

  private CommandOutcome cancelRun(
      ResourceCommand.CancelRun command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    RunState run =
        work.run(command.runId())
            .orElseThrow(
                () ->
                    new RejectedException(
                        Problem.RUN_NOT_FOUND, "there is no run " + command.runId()));
    String reason = command.reason() == null ? "cancelled by " + command.actor() : command.reason();
    CommandOutcome.Run cancelled = new FlowRuns(work, account, codec).cancel(run, reason);
    work.flush(forward);
    return new CommandOutcome(command.commandId(), null, List.of(), List.of(cancelled));
  }

  private CommandOutcome mend(
      ResourceCommand.Mend command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    Resource dataset = found(work, RefTexts.read(command.dataset()));
    new DatasetReconciler(work, codec).mend(dataset, command.commandId(), command.way());
    work.flush(forward);
    Resource asked = work.find(dataset.headers().id()).orElseThrow();
    return new CommandOutcome(
        command.commandId(), null, List.of(item(asked, Operation.Updated, List.of())), List.of());
  }

  private CommandOutcome observe(
      ResourceCommand.Observe command, Instant time, Consumer<Output> forward) {
    UnitOfWork work = work(command, time);
    Resource dataset = found(work, RefTexts.read(command.dataset()));
    new DatasetReconciler(work, codec).observe(dataset, command.seen());
    work.flush(forward);
    return new CommandOutcome(command.commandId(), null, List.of(), List.of());
  }

  private static CommandOutcome.Item item(
      Resource resource, Operation operation, List<Warning> warnings) {
    return new CommandOutcome.Item(
        0,
        operation,
        resource.type(),
        resource.headers().name().text(),
        resource.headers().id(),
        resource.headers().generation(),
        resource.headers().statusGeneration(),
        resource.status().phase(),
        List.of(),
        warnings,
        null);
  }
}
