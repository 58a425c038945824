package io.heddle.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a flow, or of tasks without a flow.
 *
 * @param target default target of the tasks
 * @param tasks copied from the flow; later changes of the flow do not reach them
 */
public record FlowRunSpec(
    @Nullable ResourceRef target, List<TaskSpec> tasks, @Nullable AccountRef serviceAccount)
    implements ResourceSpec {
  public FlowRunSpec {
    tasks = List.copyOf(tasks);
  }
}
