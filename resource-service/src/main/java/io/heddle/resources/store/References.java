package io.heddle.resources.store;

import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowRunSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.FlowTrigger;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.TaskSpec;
import io.heddle.resource.ValueRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Walks the references in a spec. */
public final class References {
  private References() {}

  /** What becomes of a reference; {@code pointer} is its place in the manifest. */
  @FunctionalInterface
  public interface Mapping {
    ResourceRef apply(ResourceRef ref, String pointer);
  }

  /** The spec with every reference replaced. */
  public static ResourceSpec map(ResourceSpec spec, Mapping mapping) {
    return switch (spec) {
      case DatasetSpec dataset ->
          dataset.volume() == null
              ? dataset
              : new DatasetSpec(
                  dataset.kind(),
                  dataset.metadata(),
                  dataset.did(),
                  mapping.apply(dataset.volume(), "/spec/volume"));
      case SourceSpec source -> {
        Map<String, ValueRef> config = new LinkedHashMap<>();
        source
            .config()
            .forEach(
                (key, value) ->
                    config.put(
                        key,
                        new ValueRef(
                            mapping.apply(value.set(), "/spec/config/" + key), value.path())));
        yield new SourceSpec(
            config,
            source.ingress(),
            source.prepare(),
            source.read(),
            source.preprocess(),
            source.merge(),
            source.vocab());
      }
      case FlowSpec flow -> {
        List<FlowTrigger> triggers = new ArrayList<>();
        for (FlowTrigger trigger : flow.triggers()) {
          triggers.add(map(trigger, "/spec/triggers/" + triggers.size(), mapping));
        }
        yield new FlowSpec(
            flow.target(),
            triggers,
            mapTasks(flow.tasks(), mapping),
            flow.retryPolicy(),
            flow.serviceAccount(),
            flow.recentRunsRetention(),
            flow.maxRecentBindings());
      }
      case FlowRunSpec run ->
          new FlowRunSpec(
              run.target() == null ? null : mapping.apply(run.target(), "/spec/target"),
              mapTasks(run.tasks(), mapping),
              run.serviceAccount());
      case TaskSpec task -> map(task, "/spec", mapping);
    };
  }

  private static FlowTrigger map(FlowTrigger trigger, String pointer, Mapping mapping) {
    return trigger instanceof FlowTrigger.Source source
        ? new FlowTrigger.Source(
            source.enabled(),
            source.cooldown(),
            mapping.apply(source.source(), pointer + "/source"),
            source.minRecordsToAwait(),
            source.maxAwaitInterval())
        : trigger;
  }

  private static List<TaskSpec> mapTasks(List<TaskSpec> tasks, Mapping mapping) {
    List<TaskSpec> mapped = new ArrayList<>();
    for (TaskSpec task : tasks) {
      mapped.add(map(task, "/spec/tasks/" + mapped.size(), mapping));
    }
    return mapped;
  }

  private static TaskSpec map(TaskSpec task, String pointer, Mapping mapping) {
    ResourceRef target = task.options().target();
    TaskSpec.Options options =
        target == null
            ? task.options()
            : task.options().withTarget(mapping.apply(target, pointer + "/target"));
    return switch (task) {
      case TaskSpec.Ingest ingest ->
          new TaskSpec.Ingest(
              options,
              mapping.apply(ingest.source(), pointer + "/source"),
              ingest.targetRecordsPerSlice());
      case TaskSpec.WebhookCall call ->
          new TaskSpec.WebhookCall(
              options,
              mapping.apply(call.endpoint(), pointer + "/endpoint"),
              call.payload(),
              call.retryPolicy());
      default -> task.withOptions(options);
    };
  }

  /** The spec with nothing but the identity of what it refers to. */
  public static ResourceSpec identities(ResourceSpec spec) {
    return map(
        spec, (ref, pointer) -> ref.id() == null ? ref : ResourceRef.byId(ref.type(), ref.id()));
  }
}
