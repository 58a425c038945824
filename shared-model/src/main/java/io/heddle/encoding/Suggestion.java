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

  /**
   * How many letters have to be changed, put in, left out or swapped with their neighbour; a
   * difference of letter case alone costs nothing.
   */
  private static int distance(String left, String right) {
    String one = left.toLowerCase(Locale.ROOT);
    String other = right.toLowerCase(Locale.ROOT);
    int[][] costs = new int[one.length() + 1][other.length() + 1];
    for (int row = 0; row <= one.length(); row++) {
      for (int column = 0; column <= other.length(); column++) {
        costs[row][column] =
            row == 0 || column == 0
                ? row + column
                : Math.min(
                    costs[row - 1][column - 1] + (same(one, row, other, column) ? 0 : 1),
                    Math.min(costs[row - 1][column], costs[row][column - 1]) + 1);
        boolean swapped =
            row > 1
                && column > 1
                && same(one, row, other, column - 1)
                && same(one, row - 1, other, column);
        if (swapped) {
          costs[row][column] = Math.min(costs[row][column], costs[row - 2][column - 2] + 1);
        }
      }
    }
    return costs[one.length()][other.length()];
  }

  private static boolean same(String one, int row, String other, int column) {
    return one.charAt(row - 1) == other.charAt(column - 1);
  }
}
