package io.heddle.resources.manifest;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import io.heddle.problem.Problem;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.FlowTrigger;
import io.heddle.resource.ResourceType;
import io.heddle.resource.TaskSpec;
import io.heddle.resource.Template.Operand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold in a Flow. */
final class FlowChecks {
  private static final Set<String> SHORTCUTS =
      Set.of("@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually");
  private static final Set<String> PAYLOAD_ROOTS = Set.of("trigger", "task", "flow", "run");
  private static final CronParser CRON =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

  private FlowChecks() {}

  static void check(FlowSpec flow, Remarks remarks) {
    if (flow.target().type() != null && flow.target().type() != ResourceType.Dataset) {
      remarks.refuse("/spec/target", "the target of a flow is a Dataset");
    }
    for (int i = 0; i < flow.triggers().size(); i++) {
      FlowTrigger trigger = flow.triggers().get(i);
      checkTrigger(trigger, "/spec/triggers/" + i, remarks);
      if (!(trigger instanceof FlowTrigger.Manual)) {
        remarks.notInEffect(
            "/spec/triggers/" + i,
            "triggers do not fire by themselves yet; start the flow with POST …/trigger");
      }
    }
    if (flow.retryPolicy() != null) {
      remarks.notInEffect("/spec/retryPolicy", "failed runs are not repeated yet");
    }
    if (flow.serviceAccount() != null) {
      remarks.notInEffect("/spec/serviceAccount", "there is one account, which does everything");
    }
    if (flow.recentRunsRetention() != null) {
      remarks.notInEffect(
          "/spec/recentRunsRetention", "heddle.resources.retention says how long runs are kept");
    }
    if (flow.maxRecentBindings() != null) {
      remarks.notInEffect("/spec/recentBindingsRetention", "bindings are not listed yet");
    }
    if (flow.tasks().isEmpty()) {
      remarks.refuse("/spec/tasks", "at least one task");
    }
    checkTasks(flow.tasks(), remarks);
  }

  private static void checkTrigger(FlowTrigger trigger, String pointer, Remarks remarks) {
    if (trigger instanceof FlowTrigger.Schedule schedule) {
      checkCron(schedule.cron(), pointer + "/cron", remarks);
    }
    if (trigger instanceof FlowTrigger.Interval interval && !interval.interval().isPositive()) {
      remarks.refuse(pointer + "/interval", "an interval is longer than nothing");
    }
  }

  private static void checkCron(String cron, String pointer, Remarks remarks) {
    if (cron.startsWith("@")) {
      if (!SHORTCUTS.contains(cron)) {
        remarks.refuse(
            pointer,
            "'%s' is none of %s"
                .formatted(cron, String.join(", ", SHORTCUTS.stream().sorted().toList())));
      }
      return;
    }
    try {
      CRON.parse(cron).validate();
    } catch (IllegalArgumentException e) {
      remarks.refuse(
          pointer,
          "'%s' is not a schedule of minute, hour, day of month, month, day of week: %s"
              .formatted(cron, e.getMessage()));
    }
  }

  static void checkTasks(List<TaskSpec> tasks, Remarks remarks) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < tasks.size(); i++) {
      String pointer = "/spec/tasks/" + i;
      TaskSpec task = tasks.get(i);
      String name = task.options().name();
      if (name != null && !names.add(name)) {
        remarks.refuse(pointer + "/name", "the name '%s' occurs twice".formatted(name));
      }
      switch (task) {
        case TaskSpec.Ingest ingest -> {
          Long records = ingest.targetRecordsPerSlice();
          if (records != null && records == 0) {
            remarks.refuse(pointer, "targetRecordsPerSlice is at least 1");
          }
        }
        case TaskSpec.WebhookCall call -> {
          if (call.payload() != null) {
            checkPayload(call.payload(), pointer + "/payload", remarks);
          }
          notBuilt(task, pointer, remarks);
        }
        case TaskSpec other -> notBuilt(other, pointer, remarks);
      }
    }
  }

  private static void notBuilt(TaskSpec task, String pointer, Remarks remarks) {
    remarks.notInEffect(
        pointer, "tasks of kind %s are not done yet; a run fails at it".formatted(task.kind()));
  }

  private static void checkPayload(String payload, String pointer, Remarks remarks) {
    for (Operand.Path path : TemplateChecks.paths(payload, pointer, remarks)) {
      if (!PAYLOAD_ROOTS.contains(path.root())) {
        remarks.refuse(
            pointer,
            Problem.TEMPLATE_INVALID,
            "'%s' in a template: known are trigger, task, flow and run".formatted(path.root()));
      }
    }
  }
}
