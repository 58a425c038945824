package io.heddle.inspect;

/** What the exit codes of {@code heddle chain} mean. */
enum ExitCode {
  OK(0),
  /** The chain, or a file that it names, is not what it should be. */
  BROKEN(1),
  /** The dataset, or a part that was asked for, could not be read. */
  UNREADABLE(2),
  /** The command line makes no sense. */
  USAGE(64);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
