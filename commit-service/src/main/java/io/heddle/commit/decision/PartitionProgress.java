package io.heddle.commit.decision;

import java.util.HashSet;
import java.util.Iterator;
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

  /** How many of them may be of decisions whose end is not in sight; the eldest are forgotten. */
  static final int MAX_LINGERING = 32;

  /** The records of one decision, as far as they have been seen. */
  static final class Span {
    private final String decisionId;
    private final long first;
    private long last;

    private Span(String decisionId, long first) {
      this.decisionId = decisionId;
      this.first = first;
      this.last = first;
    }

    void extendTo(long offset) {
      last = Math.max(last, offset);
    }
  }

  /** By their first records. */
  private final TreeMap<Long, Span> unanswered = new TreeMap<>();

  /** By their first records, as long as the position is not behind their last. */
  private final TreeMap<Long, Span> answered = new TreeMap<>();

  /** Answered decisions whose last record has not been seen. */
  private final Set<String> lingering;

  private long next;
  private Position position;

  PartitionProgress(Position start) {
    next = start.offset();
    position = start;
    lingering = new LinkedHashSet<>(start.answered());
  }

  /** Starts a decision with the record at {@code offset}. */
  Span open(String decisionId, long offset) {
    Span span = new Span(decisionId, offset);
    unanswered.put(offset, span);
    return span;
  }

  void answered(Span span) {
    if (unanswered.remove(span.first, span)) {
      answered.put(span.first, span);
    }
  }

  /**
   * Marks a decision as answered although records of it are still to come. They may never come; so
   * only the latest such decisions are known, and whatever comes of others is answered once more.
   */
  void linger(String decisionId) {
    lingering.add(decisionId);
    if (lingering.size() > MAX_LINGERING) {
      lingering.remove(lingering.iterator().next());
    }
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

  /**
   * From where to read again. It stays where it was while too many names would have to go along.
   */
  Position position() {
    long offset = unanswered.isEmpty() ? next : unanswered.firstKey();
    Set<String> names = new HashSet<>(lingering);
    Iterator<Span> before = answered.headMap(offset, false).values().iterator();
    while (before.hasNext() && names.size() <= MAX_ANSWERED) {
      Span span = before.next();
      if (span.last < offset) {
        before.remove();
      } else {
        names.add(span.decisionId);
      }
    }
    if (names.size() <= MAX_ANSWERED) {
      position = new Position(offset, names);
    }
    return position;
  }
}
