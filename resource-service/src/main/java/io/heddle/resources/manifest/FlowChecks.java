package io.heddle.resources.manifest;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import io.heddle.problem.Problem;
import io.heddle.resource.Finding;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.FlowTrigger;
import io.heddle.resource.ResourceType;
import io.heddle.resource.TaskSpec;
import io.heddle.resource.Template;
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

  static void check(FlowSpec flow, List<Finding> findings, List<Reading.Warning> warnings) {
    if (flow.target().type() != null && flow.target().type() != ResourceType.Dataset) {
      refuse("/spec/target", "the target of a flow is a Dataset", findings);
    }
    for (int i = 0; i < flow.triggers().size(); i++) {
      FlowTrigger trigger = flow.triggers().get(i);
      checkTrigger(trigger, "/spec/triggers/" + i, findings);
      if (!(trigger instanceof FlowTrigger.Manual)) {
        warnings.add(
            new Reading.Warning(
                "not-in-effect",
                "/spec/triggers/" + i,
                "triggers do not fire by themselves yet; start the flow with POST …/trigger"));
      }
    }
    if (flow.retryPolicy() != null) {
      warnings.add(
          new Reading.Warning(
              "not-in-effect", "/spec/retryPolicy", "failed runs are not repeated yet"));
    }
    if (flow.tasks().isEmpty()) {
      refuse("/spec/tasks", "at least one task", findings);
    }
    checkTasks(flow.tasks(), findings);
  }

  private static void checkTrigger(FlowTrigger trigger, String pointer, List<Finding> findings) {
    if (trigger instanceof FlowTrigger.Schedule schedule) {
      checkCron(schedule.cron(), pointer + "/cron", findings);
    }
    if (trigger instanceof FlowTrigger.Interval interval && !interval.interval().isPositive()) {
      refuse(pointer + "/interval", "an interval is longer than nothing", findings);
    }
  }

  private static void checkCron(String cron, String pointer, List<Finding> findings) {
    if (cron.startsWith("@")) {
      if (!SHORTCUTS.contains(cron)) {
        refuse(
            pointer,
            "'%s' is none of %s"
                .formatted(cron, String.join(", ", SHORTCUTS.stream().sorted().toList())),
            findings);
      }
      return;
    }
    try {
      CRON.parse(cron).validate();
    } catch (IllegalArgumentException e) {
      refuse(
          pointer,
          "'%s' is not a schedule of minute, hour, day of month, month, day of week: %s"
              .formatted(cron, e.getMessage()),
          findings);
    }
  }

  static void checkTasks(List<TaskSpec> tasks, List<Finding> findings) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < tasks.size(); i++) {
      String pointer = "/spec/tasks/" + i;
      TaskSpec task = tasks.get(i);
      String name = task.options().name();
      if (name != null && !names.add(name)) {
        refuse(pointer + "/name", "the name '%s' occurs twice".formatted(name), findings);
      }
      switch (task) {
        case TaskSpec.Ingest ingest -> {
          Long records = ingest.targetRecordsPerSlice();
          if (records != null && records == 0) {
            refuse(pointer, "targetRecordsPerSlice is at least 1", findings);
          }
        }
        case TaskSpec.WebhookCall call when call.payload() != null ->
            checkPayload(call.payload(), pointer + "/payload", findings);
        default -> {
          // The shape says everything.
        }
      }
    }
  }

  private static void checkPayload(String payload, String pointer, List<Finding> findings) {
    try {
      for (Template.Part.Expression expression : Template.parse(payload).expressions()) {
        for (Operand operand : expression.operands()) {
          if (operand instanceof Operand.Path path && !PAYLOAD_ROOTS.contains(path.root())) {
            findings.add(
                new Finding(
                    pointer,
                    Problem.TEMPLATE_INVALID.code(),
                    "'%s' in a template: known are trigger, task, flow and run"
                        .formatted(path.root())));
          }
        }
      }
    } catch (IllegalArgumentException e) {
      findings.add(
          new Finding(
              pointer,
              Problem.TEMPLATE_INVALID.code(),
              e.getMessage() == null ? "not a template" : e.getMessage()));
    }
  }

  private static void refuse(String pointer, String message, List<Finding> findings) {
    findings.add(new Finding(pointer, Finding.INVALID_VALUE, message));
  }
}
