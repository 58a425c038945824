package io.heddle.commit.intake;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.decision.Position;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that are ours. What the last owner of one left behind is asked for with its first
 * record, and until the broker tells; so a broker that cannot tell just now makes records wait, and
 * never costs one.
 */
@ApplicationScoped
public class Assignments {
  private static final Logger log = LoggerFactory.getLogger(Assignments.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final DecisionDesk desk;
  private final CommittedPositions committed;

  /** Each with a mark of its own, as one may go and come back while the broker is asked. */
  private final Map<Integer, Object> assigned = new HashMap<>();

  private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();

  public Assignments(DecisionDesk desk, CommittedPositions committed) {
    this.desk = desk;
    this.committed = committed;
  }

  /**
   * Whether the records of a partition are ours to handle. Waits until the partition is taken over,
   * or is no longer ours.
   *
   * @throws InterruptedException when the service stops
   */
  public boolean owns(int partition) throws InterruptedException {
    while (!desk.owns(partition)) {
      Object assignment = assignment(partition);
      if (assignment == null) {
        return false;
      }
      try {
        takeOver(partition, assignment, committed.of(partition));
      } catch (RuntimeException e) {
        noteTrouble(partition, assignment, e);
        Thread.sleep(PAUSE);
      }
    }
    return true;
  }

  /** Whether records wait because the broker does not tell from where they are to be read. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  synchronized void add(int partition) {
    assigned.put(partition, new Object());
  }

  synchronized void remove(int partition) {
    assigned.remove(partition);
    waiting.remove(partition);
    desk.revoke(partition);
  }

  private synchronized @Nullable Object assignment(int partition) {
    return assigned.get(partition);
  }

  private synchronized void takeOver(int partition, Object assignment, Position start) {
    if (assignment.equals(assigned.get(partition))) {
      waiting.remove(partition);
      desk.assign(partition, start);
    }
  }

  private synchronized void noteTrouble(int partition, Object assignment, RuntimeException e) {
    if (assignment.equals(assigned.get(partition))) {
      waiting.add(partition);
    }
    log.atWarn()
        .addKeyValue("partition", partition)
        .addKeyValue("error", e.toString())
        .log("A partition cannot be taken over, trying again");
  }
}
