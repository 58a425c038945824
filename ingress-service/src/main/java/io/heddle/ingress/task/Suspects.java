package io.heddle.ingress.task;

import io.heddle.ingress.push.PushedRows;
import io.heddle.ingress.push.PushedRows.Position;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the pushed messages for which an ingestion was refused: fewer are taken at once until one
 * alone is refused. It is excluded, the others go on, and what was taken is committed in between.
 */
final class Suspects {
  /** So many messages are refused in one ingestion, at most; the next one goes on behind them. */
  static final int REFUSED_AT_ONCE = 50_000;

  /** When so many are excluded, the state moves past them. */
  private static final int EXCLUDED_AT_ONCE = 500;

  /** A query that fails for each of so many messages in a row fails for itself. */
  private static final int MAX_FAILING_IN_A_ROW = 100;

  private final long most;
  private final Map<Position, Failure> excluded = new HashMap<>();
  private long window;
  private int failingInARow;

  /**
   * @param most messages that are taken at once
   */
  Suspects(long most) {
    this.most = most;
    this.window = most;
  }

  /** How many messages the next ingestion takes, at most. */
  long window() {
    return excluded.size() >= EXCLUDED_AT_ONCE
        ? excluded.size()
        : Math.min(most, window + excluded.size());
  }

  Map<Position, Failure> excluded() {
    return excluded;
  }

  /** Whether fewer are taken than there might be. */
  boolean isNarrowed() {
    return window < most || !excluded.isEmpty();
  }

  /** What was taken is in the chain: more of it. */
  void passed() {
    excluded.clear();
    failingInARow = 0;
    window = Math.min(most, Math.max(1, window) * 2);
  }

  void narrowTo(long messages) {
    window = Math.max(1, messages);
  }

  /**
   * Looks for what an ingestion was refused for.
   *
   * @param read what it took
   * @param rowsAreOfMessages whether the row that the failure names is one of a message, and not
   *     one that a query made
   * @return false when it was not for one of the messages
   */
  boolean narrow(PushedRows read, Failure failure, boolean rowsAreOfMessages) {
    List<Position> messages = read.messages();
    if (messages.isEmpty() || !isOfTheData(failure)) {
      return false;
    }
    int before =
        rowsAreOfMessages && failure.details().get("row") instanceof Number row
            ? read.indexOf(row.longValue())
            : messages.size() / 2;
    if (before > 0) {
      narrowTo(before);
      return true;
    }
    if (failure.kind() == FailureKind.EngineError && ++failingInARow > MAX_FAILING_IN_A_ROW) {
      return false;
    }
    excluded.put(messages.getFirst(), failure);
    return true;
  }

  /** Whether other rows might have been taken under the same definition. */
  static boolean isOfTheData(Failure failure) {
    return switch (failure.kind()) {
      case ReadError, BadInput, MergeError, ExecutionError, DataValidation, EngineError -> true;
      case PipeError -> failure.details().containsKey("exitCode");
      // Of the limits only those of one row say anything about it.
      case LimitExceeded -> failure.details().containsKey("row");
      default -> false;
    };
  }
}
