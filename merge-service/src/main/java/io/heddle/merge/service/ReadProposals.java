package io.heddle.merge.service;

import io.heddle.kafka.LostRecords;
import io.heddle.kafka.TopicTrimmer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes proposals from their topic some time after they were read, and looks whether any were
 * gone before.
 */
final class ReadProposals implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReadProposals.class);
  private static final Duration PAUSE = Duration.ofMinutes(5);

  private final Admin admin;
  private final TopicTrimmer trimmer;
  private final LostRecords lost;
  private final Duration keep;
  private final InstantSource clock;
  private final ScheduledExecutorService schedule =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("read-proposals").daemon().factory());

  /**
   * @param admin closed with this object
   * @param keep how long read proposals are kept
   */
  ReadProposals(
      Admin admin,
      String topic,
      String group,
      LostRecords lost,
      Duration keep,
      InstantSource clock) {
    this.lost = lost;
    this.admin = admin;
    this.trimmer = new TopicTrimmer(admin, topic, group);
    this.keep = keep;
    this.clock = clock;
  }

  /** To be called before anything is read, since reading leaves no trace of a gap. */
  void start() {
    tend(lost::look);
    schedule.scheduleWithFixedDelay(
        this::trim, PAUSE.toSeconds(), PAUSE.toSeconds(), TimeUnit.SECONDS);
  }

  private void trim() {
    tend(lost::look);
    tend(() -> trimmer.trim(clock.instant().minus(keep)));
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private static void tend(Work work) {
    try {
      work.run();
    } catch (KafkaException e) {
      // Nothing is lost by keeping them; the topic's own limit stands behind this.
      log.atWarn().addKeyValue("error", e.getMessage()).log("Read proposals could not be tended");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    schedule.shutdownNow();
    admin.close();
  }
}
