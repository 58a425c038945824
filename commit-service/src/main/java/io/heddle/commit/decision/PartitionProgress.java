package io.heddle.commit.decision;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * How far one partition has been worked off. Decisions of several datasets lie interleaved in it:
 * reading starts again before the first record of the oldest decision that is not answered, and
 * decisions that are answered by then must be known by name, as their first records may be gone.
 */
final class PartitionProgress {
  /** How many names go with a position; more and the position waits instead. */
  static final int MAX_ANSWERED = 64;

  /** The records of one decision, as far as they have been seen. */
  static final class Span {
    private final String decisionId;
    private final long first;
    private long last;
    private boolean answered;

    private Span(String decisionId, long first) {
      this.decisionId = decisionId;
      this.first = first;
      this.last = first;
    }

    void extendTo(long offset) {
      last = Math.max(last, offset);
    }
  }

  private final TreeMap<Long, Span> spans = new TreeMap<>();

  /** Answered decisions whose last record has not been seen. */
  private final Set<String> lingering;

  private long next;

  PartitionProgress(Position start) {
    next = start.offset();
    lingering = new LinkedHashSet<>(start.answered());
  }

  /** Starts a decision with the record at {@code offset}. */
  Span open(String decisionId, long offset) {
    Span span = new Span(decisionId, offset);
    spans.put(offset, span);
    return span;
  }

  void answered(Span span) {
    span.answered = true;
  }

  /** Marks a decision as answered although records of it are still to come. */
  void linger(String decisionId) {
    lingering.add(decisionId);
  }

  boolean lingers(String decisionId) {
    return lingering.contains(decisionId);
  }

  void ended(String decisionId) {
    lingering.remove(decisionId);
  }

  /** Notes that the record at {@code offset} has been dealt with, or belongs to an open span. */
  void handled(long offset) {
    next = Math.max(next, offset + 1);
  }

  Position position() {
    long offset =
        spans.values().stream()
            .filter(span -> !span.answered)
            .mapToLong(span -> span.first)
            .min()
            .orElse(next);
    Set<String> answered = new HashSet<>(lingering);
    for (Span span : spans.headMap(offset, false).values()) {
      if (span.last >= offset) {
        if (answered.size() >= MAX_ANSWERED) {
          return new Position(span.first, answered);
        }
        answered.add(span.decisionId);
      }
    }
    long reached = offset;
    spans.values().removeIf(span -> span.answered && span.last < reached);
    return new Position(offset, answered);
  }
}
