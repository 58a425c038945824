package io.heddle.ingress.task;

/** One look at a source of some kind: what is new, offered to the dataset. */
interface SourceIngest {
  /**
   * @throws io.heddle.problem.IngestException when the source or its data is not in order; nothing
   *     was committed
   */
  Round look(TaskContext context) throws InterruptedException;

  /** Whether a request goes on with what is left, although it does not ask for all of it. */
  default boolean goesOn() {
    return false;
  }
}
