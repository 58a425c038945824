package io.heddle.commit.intake;

import io.heddle.commit.service.CommitConfig;
import io.heddle.kafka.LostRecords;
import io.heddle.message.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that were worked off some time ago, since they carry every row, and looks whether
 * any were gone before they were read. What was decided in those is rejected once its aggregate
 * asks for it.
 */
@ApplicationScoped
public class TopicTrim {
  private static final Logger log = LoggerFactory.getLogger(TopicTrim.class);
  private static final Duration PERIOD = Duration.ofMinutes(5);

  private final Admin admin;
  private final KafkaPositions positions;
  private final LostRecords lost;
  private final Duration after;
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("topic-trim").daemon().factory());

  public TopicTrim(
      Admin admin,
      KafkaPositions positions,
      Topics topics,
      @ConfigProperty(name = "mp.messaging.incoming.commit-requests.group.id") String group,
      CommitConfig config,
      InstantSource clock,
      MeterRegistry meters) {
    this.admin = admin;
    this.positions = positions;
    Counter counter =
        Counter.builder("heddle.commits.records.lost")
            .description("Offsets of commit requests that were deleted before they were read")
            .register(meters);
    this.lost = new LostRecords(admin, group, Set.of(topics.commitRequests()), counter::increment);
    this.after = config.trimAfter();
    this.clock = clock;
  }

  /** Before the channels, which start without a priority of their own; after the checks. */
  void start(@Observes @Priority(2) StartupEvent event) {
    quietly(lost::look);
    timer.scheduleWithFixedDelay(
        this::tend, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    timer.shutdownNow();
  }

  void tend() {
    quietly(lost::look);
    quietly(this::trim);
  }

  private interface Work {
    void run() throws ExecutionException, InterruptedException;
  }

  private static void quietly(Work work) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | KafkaException e) {
      log.warn("Read records could not be tended, trying again later", e);
    }
  }

  /** Deletes what is both older than the delay and before the committed position. */
  private void trim() throws ExecutionException, InterruptedException {
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
