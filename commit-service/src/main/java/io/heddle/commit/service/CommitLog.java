package io.heddle.commit.service;

import io.heddle.commit.decision.CommitEvents;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStoreException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Tells logs, metrics and health what happens to decisions. */
@ApplicationScoped
public class CommitLog implements CommitEvents {
  private static final Logger log = LoggerFactory.getLogger(CommitLog.class);

  private final Timer commits;
  private final Counter repeated;
  private final Counter rejections;
  private final Counter rowsCommitted;
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();

  public CommitLog(MeterRegistry meters) {
    commits =
        Timer.builder("heddle.commits")
            .description("Decisions made durable, and how long that took from their last message")
            .register(meters);
    repeated =
        Counter.builder("heddle.commits.repeated")
            .description("Decisions whose blocks were in the chain before")
            .register(meters);
    rejections =
        Counter.builder("heddle.commits.rejected")
            .description("Decisions that did not get into their chain")
            .register(meters);
    rowsCommitted =
        Counter.builder("heddle.commits.rows")
            .description("Rows of the decisions made durable")
            .register(meters);
    meters.gaugeCollectionSize("heddle.commits.waiting", List.of(), waiting);
  }

  @Override
  public void committed(CommitResult.Committed result, long rows, boolean wasThere, Duration took) {
    waiting.remove(result.decisionId());
    commits.record(took);
    rowsCommitted.increment(rows);
    if (wasThere) {
      repeated.increment();
    }
    CommittedBlock head = result.blocks().getLast();
    log.atInfo()
        .addKeyValue("dataset", result.dataset())
        .addKeyValue("block", head.hash())
        .addKeyValue("sequence", head.block().sequenceNumber())
        .addKeyValue("blocks", result.blocks().size())
        .addKeyValue("rows", rows)
        .addKeyValue("durationMs", took.toMillis())
        .log(wasThere ? "Found committed before" : "Committed");
  }

  @Override
  public void rejected(CommitResult.Rejected result) {
    waiting.remove(result.decisionId());
    rejections.increment();
    log.atWarn()
        .addKeyValue("dataset", result.dataset())
        .addKeyValue("decision", result.decisionId())
        .addKeyValue("error", result.reason())
        .log("Rejected");
  }

  @Override
  public void givenUp(String decisionId) {
    waiting.remove(decisionId);
  }

  @Override
  public void waiting(DatasetId dataset, String decisionId, ObjectStoreException cause) {
    if (waiting.add(decisionId)) {
      // Only a store that is away comes back by itself.
      boolean passes = cause.kind() == ObjectStoreException.Kind.UNAVAILABLE;
      log.atLevel(passes ? Level.WARN : Level.ERROR)
          .addKeyValue("dataset", dataset)
          .addKeyValue("decision", decisionId)
          .addKeyValue("error", cause.getMessage())
          .log("The object store does not do it, the decision waits");
    }
  }
}
