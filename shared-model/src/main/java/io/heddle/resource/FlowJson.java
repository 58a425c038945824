package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Flows and their runs. */
final class FlowJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> TRIGGER_KINDS =
      List.of(
          "Schedule",
          "Manual",
          "Interval",
          "Event",
          "Source",
          "SourceUpdated",
          "Dataset",
          "InputsUpdated");

  private FlowJson() {}

  static FlowSpec read(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "the spec of a Flow");
    var target = reader.required("target", RefJson.selector(null));
    var triggers = reader.required("triggers", ObjectReader.listOf(FlowJson::trigger));
    var tasks = reader.required("tasks", ObjectReader.listOf(TaskJson::read));
    var retry = reader.optional("retryPolicy", FlowJson::retryPolicy);
    var account = reader.optional("serviceAccount", RefJson::account);
    var runs = reader.optional("recentRunsRetention", FlowJson::runsRetention);
    var bindings = reader.optional("recentBindingsRetention", FlowJson::bindingsRetention);
    reader.end();
    return new FlowSpec(
        target.get(),
        triggers.get(),
        tasks.get(),
        retry.orNull(),
        account.orNull(),
        runs.orNull(),
        bindings.orNull());
  }

  static ObjectNode write(FlowSpec flow) {
    ObjectNode json = JSON.objectNode();
    json.set("target", RefJson.write(flow.target()));
    ArrayNode triggers = json.putArray("triggers");
    flow.triggers().forEach(trigger -> triggers.add(write(trigger)));
    ArrayNode tasks = json.putArray("tasks");
    flow.tasks().forEach(task -> tasks.add(TaskJson.write(task)));
    if (flow.retryPolicy() != null) {
      json.set("retryPolicy", write(flow.retryPolicy()));
    }
    if (flow.serviceAccount() != null) {
      json.set("serviceAccount", RefJson.write(flow.serviceAccount()));
    }
    FlowSpec.RunsRetention runs = flow.recentRunsRetention();
    if (runs != null) {
      ObjectNode retention = json.putObject("recentRunsRetention");
      RefJson.put(retention, "maxRuns", runs.maxRuns());
      RefJson.put(retention, "maxAge", runs.maxAge());
    }
    if (flow.maxRecentBindings() != null) {
      json.putObject("recentBindingsRetention").put("maxBindings", flow.maxRecentBindings());
    }
    return json;
  }

  static FlowRunSpec readRun(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "the spec of a FlowRun");
    var target = reader.optional("target", RefJson.ref(ResourceType.Dataset));
    var tasks = reader.required("tasks", ObjectReader.listOf(TaskJson::read));
    var account = reader.optional("serviceAccount", RefJson::account);
    reader.end();
    return new FlowRunSpec(target.orNull(), tasks.get(), account.orNull());
  }

  static ObjectNode write(FlowRunSpec run) {
    ObjectNode json = JSON.objectNode();
    if (run.target() != null) {
      json.set("target", RefJson.write(run.target()));
    }
    ArrayNode tasks = json.putArray("tasks");
    run.tasks().forEach(task -> tasks.add(TaskJson.write(task)));
    if (run.serviceAccount() != null) {
      json.set("serviceAccount", RefJson.write(run.serviceAccount()));
    }
    return json;
  }

  private static FlowTrigger trigger(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a trigger");
    String kind = TaskJson.kind(node, pointer, "trigger", TRIGGER_KINDS);
    reader.ignore("kind");
    var enabled = reader.optional("enabled", Scalars::bool);
    var cooldown = reader.optional("cooldown", Scalars::duration);
    return switch (kind) {
      case "Schedule" -> {
        var cron = reader.required("cron", Scalars::text);
        reader.end();
        yield new FlowTrigger.Schedule(enabled.orNull(), cooldown.orNull(), cron.get());
      }
      case "Manual" -> {
        reader.end();
        yield new FlowTrigger.Manual(enabled.orNull(), cooldown.orNull());
      }
      case "Interval" -> {
        var interval = reader.required("interval", Scalars::duration);
        reader.end();
        yield new FlowTrigger.Interval(enabled.orNull(), cooldown.orNull(), interval.get());
      }
      case "Event" -> {
        var events = reader.required("events", (value, at) -> value);
        var batch = reader.optional("cooldownMaxBatch", Scalars::count);
        reader.end();
        yield new FlowTrigger.Event(
            enabled.orNull(), cooldown.orNull(), events.get(), batch.orNull());
      }
      case "Dataset" -> {
        var dataset = reader.required("dataset", RefJson.selector(ResourceType.Dataset));
        var events = reader.optional("events", ObjectReader.listOf(Scalars::text));
        reader.end();
        yield new FlowTrigger.Dataset(
            enabled.orNull(), cooldown.orNull(), dataset.get(), events.orNull());
      }
      case "InputsUpdated" -> {
        var target = reader.optional("target", RefJson.ref(ResourceType.Dataset));
        var records = reader.optional("minRecordsToAwait", Scalars::count);
        var interval = reader.optional("maxAwaitInterval", Scalars::duration);
        reader.end();
        yield new FlowTrigger.InputsUpdated(
            enabled.orNull(),
            cooldown.orNull(),
            target.orNull(),
            records.orNull(),
            interval.orNull());
      }
      default -> {
        var source = reader.required("source", RefJson.ref(ResourceType.Source));
        var records = reader.optional("minRecordsToAwait", Scalars::count);
        var interval = reader.optional("maxAwaitInterval", Scalars::duration);
        reader.end();
        yield new FlowTrigger.Source(
            enabled.orNull(), cooldown.orNull(), source.get(), records.orNull(), interval.orNull());
      }
    };
  }

  private static JsonNode write(FlowTrigger trigger) {
    ObjectNode json = JSON.objectNode();
    json.put("kind", trigger.getClass().getSimpleName());
    RefJson.put(json, "enabled", trigger.enabled());
    RefJson.put(json, "cooldown", trigger.cooldown());
    switch (trigger) {
      case FlowTrigger.Schedule schedule -> json.put("cron", schedule.cron());
      case FlowTrigger.Manual manual -> {}
      case FlowTrigger.Interval interval -> RefJson.put(json, "interval", interval.interval());
      case FlowTrigger.Event event -> {
        json.set("events", event.events());
        RefJson.put(json, "cooldownMaxBatch", event.cooldownMaxBatch());
      }
      case FlowTrigger.Source source -> {
        json.set("source", RefJson.write(source.source()));
        RefJson.put(json, "minRecordsToAwait", source.minRecordsToAwait());
        RefJson.put(json, "maxAwaitInterval", source.maxAwaitInterval());
      }
      case FlowTrigger.Dataset dataset -> {
        json.set("dataset", RefJson.write(dataset.dataset()));
        if (dataset.events() != null) {
          ArrayNode events = json.putArray("events");
          dataset.events().forEach(events::add);
        }
      }
      case FlowTrigger.InputsUpdated inputs -> {
        if (inputs.target() != null) {
          json.set("target", RefJson.write(inputs.target()));
        }
        RefJson.put(json, "minRecordsToAwait", inputs.minRecordsToAwait());
        RefJson.put(json, "maxAwaitInterval", inputs.maxAwaitInterval());
      }
    }
    return json;
  }

  static FlowSpec.RetryPolicy retryPolicy(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a retry policy");
    var attempts = reader.optional("maxAttempts", Scalars::count);
    var delay = reader.optional("minDelay", Scalars::duration);
    var backoff = reader.optional("backoff", Scalars.oneOf(FlowSpec.Backoff.class));
    reader.end();
    return new FlowSpec.RetryPolicy(attempts.orNull(), delay.orNull(), backoff.orNull());
  }

  static JsonNode write(FlowSpec.RetryPolicy policy) {
    ObjectNode json = JSON.objectNode();
    RefJson.put(json, "maxAttempts", policy.maxAttempts());
    RefJson.put(json, "minDelay", policy.minDelay());
    RefJson.put(json, "backoff", policy.backoff());
    return json;
  }

  private static FlowSpec.RunsRetention runsRetention(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a retention of runs");
    var runs = reader.optional("maxRuns", Scalars::count);
    var age = reader.optional("maxAge", Scalars::duration);
    reader.end();
    return new FlowSpec.RunsRetention(runs.orNull(), age.orNull());
  }

  private static long bindingsRetention(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a retention of bindings");
    var bindings = reader.required("maxBindings", Scalars::count);
    reader.end();
    return bindings.get();
  }
}
