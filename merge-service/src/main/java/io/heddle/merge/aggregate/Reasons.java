package io.heddle.merge.aggregate;

/** Why somebody has to wait, in words. */
final class Reasons {
  private Reasons() {}

  static String busy(Phase phase) {
    return switch (phase) {
      case Phase.Idle ignored -> "nothing is under way";
      case Phase.Ingesting ignored -> "another ingestion is under way";
      case Phase.Closing ignored -> "another ingestion is being finished";
      case Phase.Awaiting ignored -> "a decision is being committed";
      case Phase.RollingBack ignored -> "another ingestion is being taken back";
      case Phase.CatchingUp ignored -> "the chain is being read";
      case Phase.Broken ignored -> "the dataset is broken";
    };
  }
}
