package io.heddle.ingress.offer;

import io.heddle.ingress.spool.Spool;
import java.util.ArrayDeque;
import java.util.Deque;

/** How far an attempt is ahead of what the aggregate has taken. Not for several threads. */
final class FlowControl {
  private record Sent(int number, int rows, int bytes) {}

  private final long aheadBytes;
  private final Deque<Sent> open = new ArrayDeque<>();
  private long openBytes;
  private long takenRows;

  FlowControl(long aheadBytes) {
    this.aheadBytes = aheadBytes;
  }

  /** A batch larger than the whole window goes alone. */
  boolean hasRoomFor(Spool.Batch batch) {
    return open.isEmpty() || openBytes + batch.arrow().length <= aheadBytes;
  }

  void sent(Spool.Batch batch) {
    open.add(new Sent(batch.number(), batch.rows(), batch.arrow().length));
    openBytes += batch.arrow().length;
  }

  /** Whether this batch and all before it were taken. */
  boolean isTaken(int batchNumber) {
    return open.isEmpty() || open.getFirst().number() > batchNumber;
  }

  /** All batches up to this number were taken; tells how many rows that makes. */
  long taken(int batchNumber) {
    while (!open.isEmpty() && open.getFirst().number() <= batchNumber) {
      Sent batch = open.removeFirst();
      openBytes -= batch.bytes();
      takenRows += batch.rows();
    }
    return takenRows;
  }
}
