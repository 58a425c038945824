package io.heddle.resources.flow;

import io.heddle.resources.command.ResourceCommand.RunParameters;
import io.heddle.resources.rest.JsonBody;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The body of a trigger. */
record TriggerRequest(
    @Nullable String target,
    @Nullable List<String> tasks,
    RunParameters parameters,
    @Nullable String reason) {
  private static final Set<String> FIELDS = Set.of("target", "tasks", "params", "reason");
  private static final Set<String> PARAMETERS =
      Set.of("targetRecordsPerSlice", "ignoreCache", "untilExhausted");

  static TriggerRequest read(byte[] bytes) {
    JsonBody body = JsonBody.read(bytes, FIELDS);
    JsonBody params = body.object("params", PARAMETERS);
    return new TriggerRequest(
        body.text("target"),
        body.texts("tasks"),
        new RunParameters(
            params.number("targetRecordsPerSlice", 1),
            params.flag("ignoreCache"),
            params.flag("untilExhausted")),
        body.text("reason"));
  }
}
