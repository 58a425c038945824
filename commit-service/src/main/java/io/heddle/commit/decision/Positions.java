package io.heddle.commit.decision;

/** Learns from where partitions are to be read after a restart. */
public interface Positions {
  void moved(int partition, Position position);
}
