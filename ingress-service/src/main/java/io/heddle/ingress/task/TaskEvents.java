package io.heddle.ingress.task;

import io.heddle.message.TaskEvent;
import java.util.concurrent.CompletableFuture;

/** Where the life of tasks is told. */
public interface TaskEvents {
  /** The events of one task arrive in the order of publishing; done when the event is durable. */
  CompletableFuture<Void> publish(TaskEvent event);
}
