package io.heddle.merge.catchup;

import java.util.ArrayList;
import java.util.List;

/** Bounds how many data files are open in this process. Safe for any thread. */
final class OpenFiles {
  private int left;
  private List<Runnable> waiting = new ArrayList<>();

  OpenFiles(int limit) {
    this.left = limit;
  }

  /**
   * @param again runs when it may be tried once more, if it cannot be had now
   * @return whether a file may be opened; it is given back after it was closed
   */
  synchronized boolean take(Runnable again) {
    if (left == 0) {
      waiting.add(again);
      return false;
    }
    left--;
    return true;
  }

  void giveBack() {
    List<Runnable> woken;
    synchronized (this) {
      left++;
      woken = waiting;
      waiting = new ArrayList<>();
    }
    woken.forEach(Runnable::run);
  }
}
