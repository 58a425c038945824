package io.heddle.resources.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.resources.system.Query;
import io.heddle.resources.writer.ResourceCommand.RunParameters;
import java.util.ArrayList;
import java.util.Iterator;
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

  static TriggerRequest read(JsonNode body) {
    requireFields(body, FIELDS);
    JsonNode params = body.path("params");
    if (params.isObject()) {
      requireFields(params, PARAMETERS);
    }
    return new TriggerRequest(
        text(body, "target"),
        texts(body),
        new RunParameters(
            records(params), flag(params, "ignoreCache"), flag(params, "untilExhausted")),
        text(body, "reason"));
  }

  private static void requireFields(JsonNode object, Set<String> known) {
    if (!object.isObject()) {
      throw Query.malformed("the body is a JSON object");
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw Query.malformed(
            "'%s' is none of %s"
                .formatted(name, String.join(", ", known.stream().sorted().toList())));
      }
    }
  }

  private static @Nullable String text(JsonNode body, String name) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw Query.malformed("'%s' is a text".formatted(name));
    }
    return value.textValue();
  }

  private static @Nullable List<String> texts(JsonNode body) {
    JsonNode value = body.path("tasks");
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    value.forEach(name -> names.add(name.asText()));
    if (!value.isArray() || names.isEmpty()) {
      throw Query.malformed("'tasks' is a list of names of tasks");
    }
    return names;
  }

  private static @Nullable Long records(JsonNode params) {
    JsonNode value = params.path("targetRecordsPerSlice");
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isIntegralNumber() || value.longValue() < 1) {
      throw Query.malformed("'targetRecordsPerSlice' is a number, 1 or more");
    }
    return value.longValue();
  }

  private static boolean flag(JsonNode params, String name) {
    JsonNode value = params.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
      throw Query.malformed("'%s' is true or false".formatted(name));
    }
    return value.booleanValue();
  }
}
