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
  /** A declared type that the format or a data file cannot carry. */
  UnsupportedSchema(Actor.USER),
  /** The type of pushed or fetched content is not one that is read. */
  UnsupportedMediaType(Actor.USER),
  /** Columns of the input are not acceptable for the dataset. */
  BadInputSchema(Actor.USER),
  /** The merge strategy cannot be applied to the input. */
  MergeError(Actor.USER),
  /** The slice's schema does not fit the dataset's. */
  IncompatibleSchema(Actor.USER),
  /** A failure while rows flow, such as a null in a required column. */
  ExecutionError(Actor.USER),
  /** A check of a value failed, such as a dangling object link. */
  DataValidation(Actor.USER),
  /** No such source, or the choice is ambiguous. */
  SourceNotFound(Actor.USER),
  /** The head moved since the write started. */
  ConcurrentModification(Actor.EXTERNAL),
  /** A metadata event breaks a rule of the chain. */
  InvalidEvent(Actor.USER),
  /** A metadata event says what the chain says already. */
  NoOpEvent(Actor.USER),
  /** A metadata event says nothing. */
  EmptyEvent(Actor.USER),
  /** Offsets of a slice do not follow those before it. */
  OffsetsNotSequential(Actor.INTERNAL),
  /** A watermark lies before the last one. */
  WatermarkNotMonotonic(Actor.USER),
  /** The source does not exist. */
  NotFound(Actor.EXTERNAL),
  /** The source cannot be reached, or answers with an unexpected status. */
  Unreachable(Actor.EXTERNAL),
  /** The event time is to come from what this kind of ingress does not have. */
  EventTimeSourceIncompatible(Actor.USER),
  /** The event time cannot be taken from the path. */
  EventTimeExtract(Actor.USER),
  /** The pattern that the event time is taken by is none. */
  EventTimeBadPattern(Actor.USER),
  /** A template names values that are not there, and has no default. */
  TemplateValueNotFound(Actor.USER),
  /** A template is not understood. */
  TemplateInvalidPattern(Actor.USER),
  /** A parameter of a task is missing. */
  ParameterNotFound(Actor.USER),
  /** A parameter of a task has the wrong form. */
  InvalidParameterFormat(Actor.USER),
  /** A program or container ended with an error. */
  ProcessError(Actor.EXTERNAL),
  /** A container does not keep to the protocol of ingress images. */
  ContainerProtocol(Actor.USER),
  /** The image of a container cannot be had. */
  ImagePull(Actor.EXTERNAL),
  /** A prepare step failed, or may not be run here. */
  PipeError(Actor.USER),
  /** The preprocess query fails. */
  EngineError(Actor.USER),
  /** The target of the task does not exist or is of the wrong kind. */
  InvalidTarget(Actor.USER),
  /** Tasks of this kind are not done. */
  UnsupportedTask(Actor.USER),
  /** Positions of a topic that were not ingested are gone. */
  DataLost(Actor.USER),
  /** A limit of this installation: memory, disk, size of one row. */
  LimitExceeded(Actor.RESOURCES),
  /** The dataset's aggregate has stopped; an operator has to rebuild or unlock the dataset. */
  DatasetBroken(Actor.INTERNAL),
  /** A fault of Heddle itself; its log says more. */
  Internal(Actor.INTERNAL);

  /** Who has to act for the failure to go away; retry policy and alerts follow it. */
  public enum Actor {
    /** Who wrote the source, the manifest, the request or the data. */
    USER,
    /** Nobody here: a system that Heddle talks to, or time. */
    EXTERNAL,
    /** The operator: by a limit, or more memory or disk. */
    RESOURCES,
    /** The operator, and then Heddle's developers. */
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
