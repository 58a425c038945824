package io.heddle.encoding;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was meant by a mistyped one. */
public final class Suggestion {
  private static final int MAX_NAME_LENGTH = 64;

  private Suggestion() {}

  /** The closest of {@code names}, if it is close enough to be a typing mistake. */
  public static Optional<String> closest(String typed, Collection<String> names) {
    if (typed.length() > MAX_NAME_LENGTH) {
      return Optional.empty();
    }
    return names.stream()
        .filter(name -> distance(typed, name) <= Math.max(1, name.length() / 3))
        .min(Comparator.comparingInt(name -> distance(typed, name)));
  }

  /** Levenshtein distance; a difference of letter case alone costs nothing. */
  private static int distance(String left, String right) {
    String one = left.toLowerCase(Locale.ROOT);
    String other = right.toLowerCase(Locale.ROOT);
    int[] costs = new int[other.length() + 1];
    for (int column = 0; column < costs.length; column++) {
      costs[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int diagonal = costs[0];
      costs[0] = row;
      for (int column = 1; column < costs.length; column++) {
        int replaced = diagonal + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
        diagonal = costs[column];
        costs[column] = Math.min(replaced, Math.min(costs[column], costs[column - 1]) + 1);
      }
    }
    return costs[other.length()];
  }
}
