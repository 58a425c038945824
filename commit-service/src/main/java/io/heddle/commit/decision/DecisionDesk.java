package io.heddle.commit.decision;

import io.heddle.message.CommitRequest;
import io.heddle.multiformats.DatasetId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions of all partitions that are ours. */
public final class DecisionDesk {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final DeskTools tools;
  private final Duration roomPatience;
  private final Map<Integer, PartitionDesk> partitions = new ConcurrentHashMap<>();

  /**
   * @param roomPatience how long rows wait for room on the disk while none is freed
   */
  public DecisionDesk(DeskTools tools, Duration roomPatience) {
    this.tools = tools;
    this.roomPatience = roomPatience;
  }

  /** Takes a partition over; its records come from {@code start} on. */
  public void assign(int partition, Position start) {
    PartitionDesk before = partitions.put(partition, new PartitionDesk(partition, start, tools));
    if (before != null) {
      before.revoke();
    }
  }

  /** Lets go of a partition: its decisions are read again by the next owner. */
  public void revoke(int partition) {
    PartitionDesk desk = partitions.remove(partition);
    if (desk != null) {
      desk.revoke();
    }
  }

  /** Whether the records of a partition are ours to handle. */
  public boolean owns(int partition) {
    return partitions.containsKey(partition);
  }

  /** How many decisions are being committed and answered. */
  public int answering() {
    return partitions.values().stream().mapToInt(PartitionDesk::answering).sum();
  }

  /**
   * How long, at the worst, a decision or a data file has been worked on without a sign of life.
   * Waiting for the store or the broker is none of that.
   */
  public Duration standsStillFor() {
    return Stream.concat(
            partitions.values().stream().map(PartitionDesk::standsStillFor),
            Stream.of(tools.workers().longestWrite()))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /**
   * Takes the next record of a partition. Waits while the disk is full of decisions that are being
   * committed. Records of a partition that is not ours are read over.
   *
   * @throws InterruptedException when the service stops
   */
  public void accept(int partition, long offset, CommitRequest request)
      throws InterruptedException {
    PartitionDesk desk = partitions.get(partition);
    if (desk == null) {
      return;
    }
    if (request instanceof CommitRequest.SliceBatch batch) {
      awaitRoom(desk, batch);
    }
    desk.accept(offset, request);
  }

  /**
   * Passes over a record that lies in the dead letters now.
   *
   * @param decisionId the decision it belongs to, as far as its headers say so
   */
  public void skip(
      int partition, long offset, @Nullable DatasetId dataset, @Nullable String decisionId) {
    PartitionDesk desk = partitions.get(partition);
    if (desk != null) {
      desk.skip(offset, dataset, decisionId);
    }
  }

  private void awaitRoom(PartitionDesk desk, CommitRequest.SliceBatch batch)
      throws InterruptedException {
    long least = Long.MAX_VALUE;
    Instant freed = tools.clock().instant();
    while (tools.folder().usedBytes() + batch.arrow().length > tools.stagingLimit()) {
      long used = tools.folder().usedBytes();
      if (used < least || !tools.store().answers()) {
        least = Math.min(used, least);
        freed = tools.clock().instant();
      }
      boolean tooLong = !tools.clock().instant().isBefore(freed.plus(roomPatience));
      if (answering() == 0 || tooLong) {
        // Nothing will make room soon but giving up a decision.
        desk.refuse(batch);
        return;
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
