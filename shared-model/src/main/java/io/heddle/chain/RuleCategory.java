package io.heddle.chain;

/** The kinds of error that chains know ("Metadata chain: rules", table of categories). */
public enum RuleCategory {
  FirstBlockMustBeSeed,
  AppendingSeedBlockToNonEmptyChain,
  PrevBlockNotFound,
  SequenceIntegrity,
  SystemTimeIsNotMonotonic,
  WatermarkIsNotMonotonic,
  OffsetsAreNotSequential,
  InvalidEvent,
  NoOpEvent,
  HashMismatch,
  RefCASFailed,
  RefNotFound,
  BlockNotFound,
  InvalidInterval,
  BlockVersion,
  BlockMalformed,
  ObjectNotFound
}
