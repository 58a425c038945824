package io.heddle.problem;

/**
 * The kinds of failure an ingestion can end in. The name is the stable code that task results and
 * logs carry.
 */
public enum FailureKind {
  /** An option has a value that is not supported. */
  Unsupported(Actor.USER),
  /** The input has the wrong overall structure. */
  BadInput(Actor.USER),
  /** Any other failure to read the input. */
  ReadError(Actor.USER),
  UnsupportedSchema(Actor.USER),
  UnsupportedMediaType(Actor.USER),
  /** Columns of the input are not acceptable for the dataset. */
  BadInputSchema(Actor.USER),
  /** The merge strategy cannot be applied to the input. */
  MergeError(Actor.USER),
  /** The slice's schema does not fit the dataset's. */
  IncompatibleSchema(Actor.USER),
  /** A failure while rows flow, for one a null in a required column. */
  ExecutionError(Actor.USER),
  /** A check of a value failed, for one a dangling object link. */
  DataValidation(Actor.USER),
  /** No such source, or the choice is ambiguous. */
  SourceNotFound(Actor.USER),
  /** The head moved since the write started. */
  ConcurrentModification(Actor.EXTERNAL),
  InvalidEvent(Actor.USER),
  NoOpEvent(Actor.USER),
  EmptyEvent(Actor.USER),
  OffsetsNotSequential(Actor.INTERNAL),
  WatermarkNotMonotonic(Actor.USER),
  /** The source does not exist. */
  NotFound(Actor.EXTERNAL),
  /** The source cannot be reached, or answers with an unexpected status. */
  Unreachable(Actor.EXTERNAL),
  EventTimeSourceIncompatible(Actor.USER),
  EventTimeExtract(Actor.USER),
  EventTimeBadPattern(Actor.USER),
  TemplateValueNotFound(Actor.USER),
  TemplateInvalidPattern(Actor.USER),
  ParameterNotFound(Actor.USER),
  InvalidParameterFormat(Actor.USER),
  ProcessError(Actor.EXTERNAL),
  ContainerProtocol(Actor.USER),
  ImagePull(Actor.EXTERNAL),
  PipeError(Actor.USER),
  /** The preprocess query fails. */
  EngineError(Actor.USER),
  /** The target of the task does not exist or is of the wrong kind. */
  InvalidTarget(Actor.USER),
  UnsupportedTask(Actor.USER),
  /** Positions of a topic that were not ingested are gone. */
  DataLost(Actor.USER),
  /** A limit of this installation: memory, disk, size of one row. */
  LimitExceeded(Actor.RESOURCES),
  /** The dataset's aggregate has stopped; an operator has to rebuild or unlock the dataset. */
  DatasetBroken(Actor.INTERNAL),
  Internal(Actor.INTERNAL);

  /** Who has to act for the failure to go away; retry policy and alerts follow it. */
  public enum Actor {
    USER,
    EXTERNAL,
    RESOURCES,
    INTERNAL
  }

  private final Actor actor;

  FailureKind(Actor actor) {
    this.actor = actor;
  }

  public Actor actor() {
    return actor;
  }

  /** Whether trying again without changing anything can help. */
  public boolean recoverable() {
    return actor != Actor.USER;
  }
}
