package io.heddle.commit.decision;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.message.CommitRequest;
import io.heddle.multiformats.DatasetId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All partitions that are ours. */
public final class DecisionDesk {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final PartitionDesk.Tools tools;
  private final long stagingLimit;
  private final Map<Integer, PartitionDesk> partitions = new ConcurrentHashMap<>();

  /**
   * @param stagingLimit bytes on disk above which no more rows are taken in
   */
  public DecisionDesk(
      StagingFolder folder,
      SliceWorkers workers,
      Function<DatasetId, DatasetStorage> storages,
      Answers answers,
      Positions positions,
      CommitEvents events,
      long stagingLimit) {
    this.tools = new PartitionDesk.Tools(folder, workers, storages, answers, positions, events);
    this.stagingLimit = stagingLimit;
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

  /** Passes over a record that lies in the dead letters now. */
  public void skip(int partition, long offset, @Nullable DatasetId dataset) {
    PartitionDesk desk = partitions.get(partition);
    if (desk != null) {
      desk.skip(offset, dataset);
    }
  }

  private void awaitRoom(PartitionDesk desk, CommitRequest.SliceBatch batch)
      throws InterruptedException {
    while (tools.folder().usedBytes() + batch.arrow().length > stagingLimit) {
      if (answering() == 0) {
        // Nothing will make room but giving up a decision.
        desk.refuse(batch.dataset(), "the disk for open slices is full");
        return;
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
