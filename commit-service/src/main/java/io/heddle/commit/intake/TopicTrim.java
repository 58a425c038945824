package io.heddle.commit.intake;

import io.heddle.commit.service.CommitConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes records that were worked off some time ago, since they carry every row. */
@ApplicationScoped
public class TopicTrim {
  private static final Logger log = LoggerFactory.getLogger(TopicTrim.class);
  private static final Duration PERIOD = Duration.ofMinutes(5);

  private final Admin admin;
  private final KafkaPositions positions;
  private final Duration after;
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("topic-trim").daemon().factory());

  public TopicTrim(
      Admin admin, KafkaPositions positions, CommitConfig config, InstantSource clock) {
    this.admin = admin;
    this.positions = positions;
    this.after = config.trimAfter();
    this.clock = clock;
  }

  void start(@Observes StartupEvent event) {
    timer.scheduleWithFixedDelay(
        this::trimQuietly, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    timer.shutdownNow();
  }

  private void trimQuietly() {
    try {
      trim();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | KafkaException e) {
      log.warn("Records that were worked off could not be deleted, trying again later", e);
    }
  }

  /** Deletes what is both older than the delay and before the committed position. */
  void trim() throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> committed = positions.committed();
    if (committed.isEmpty()) {
      return;
    }
    Instant newestToDelete = clock.instant().minus(after);
    Map<TopicPartition, OffsetSpec> question = new HashMap<>();
    committed
        .keySet()
        .forEach(p -> question.put(p, OffsetSpec.forTimestamp(newestToDelete.toEpochMilli())));
    Map<TopicPartition, ListOffsetsResultInfo> young = admin.listOffsets(question).all().get();
    Map<TopicPartition, RecordsToDelete> deletions = new HashMap<>();
    young.forEach(
        (partition, firstYoung) -> {
          long position = committed.getOrDefault(partition, 0L);
          // Without any record that is young enough, all of them are old.
          long end = firstYoung.offset() < 0 ? position : Math.min(firstYoung.offset(), position);
          if (end > 0) {
            deletions.put(partition, RecordsToDelete.beforeOffset(end));
          }
        });
    admin.deleteRecords(deletions).all().get();
  }
}
