package io.heddle.merge.service;

import io.heddle.kafka.LostRecords;
import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.merge.aggregate.Trouble;
import io.heddle.merge.catchup.ReadPools;
import io.heddle.merge.catchup.StoredChainReads;
import io.heddle.merge.topology.MergeTopology;
import io.heddle.merge.topology.StreamsSettings;
import io.heddle.merge.topology.Troubles;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.StoreWatch;
import io.heddle.process.DataFolder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the topology once the installation is fit for it, and stops it in order. */
@ApplicationScoped
public class MergeService {
  private static final Logger log = LoggerFactory.getLogger(MergeService.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

  private final Topics topics;
  private final StoreConfig storeConfig;
  private final MergeConfig mergeConfig;
  private final StreamsConfiguration streamsConfig;
  private final Map<String, Object> broker;
  private final Path dataDir;
  private final MeterRegistry meters;
  private final Troubles troubles = new Troubles();

  private @Nullable Running running;

  /** What has to be closed, in this order. */
  private record Running(
      KafkaStreams streams,
      KafkaStreamsMetrics metrics,
      ReadProposals readProposals,
      List<ExecutorService> readers,
      StoreWatch watch,
      S3ObjectStore bucket,
      List<BufferAllocator> memory,
      DataFolder folder) {

    void close() {
      readProposals.close();
      metrics.close();
      streams.close(STOP_PATIENCE);
      readers.forEach(ExecutorService::shutdownNow);
      watch.close();
      try (folder;
          bucket) {
        memory.forEach(BufferAllocator::close);
      } catch (IllegalStateException e) {
        log.atWarn().setCause(e).log("Rows were still in memory at the end");
      } catch (IOException e) {
        log.atWarn().setCause(e).log("The bucket could not be closed");
      }
    }
  }

  MergeService(
      TopicsConfig topicsConfig,
      StoreConfig storeConfig,
      MergeConfig mergeConfig,
      StreamsConfiguration streamsConfig,
      @Identifier("default-kafka-broker") Map<String, Object> broker,
      @ConfigProperty(name = "heddle.data-dir") Path dataDir,
      MeterRegistry meters) {
    this.topics = new Topics(topicsConfig.prefix());
    this.storeConfig = storeConfig;
    this.mergeConfig = mergeConfig;
    this.streamsConfig = streamsConfig;
    this.broker = new HashMap<>(broker);
    this.dataDir = dataDir;
    this.meters = meters;
  }

  /**
   * @throws ConfigurationException saying in one line why it does not start, without a stack
   */
  void start(@Observes StartupEvent event) {
    try {
      start();
    } catch (KafkaException
        | IllegalStateException
        | TopicMismatchException
        | UncheckedIOException e) {
      Throwable cause = e.getCause();
      throw new ConfigurationException(
          "merge-service does not start: %s%s"
              .formatted(e.getMessage(), cause == null ? "" : ": " + cause.getMessage()));
    }
  }

  private void start() {
    DataFolder folder = DataFolder.lock(dataDir);
    int partitions = awaitTopics();
    Path scratch = emptyFolder(dataDir.resolve("reading"));
    InstantSource clock = InstantSource.system();
    BufferAllocator allocator = new RootAllocator(mergeConfig.rowMemory().asLongValue());
    S3ObjectStore bucket = new S3ObjectStore(storeConfig.settings());
    ExecutorService heads = pool("chain-head-");
    ExecutorService walks = pool("chain-walk-");
    ExecutorService files = pool("chain-reader-");
    // Half of the memory is left for rows that are being merged, whatever is read.
    BufferAllocator stored =
        allocator.newChildAllocator("stored rows", 0, mergeConfig.rowMemory().asLongValue() / 2);
    ReadPools pools = new ReadPools(heads, walks, files, 2 * mergeConfig.readers());
    MergeTopology.Parts parts =
        new MergeTopology.Parts(
            topics,
            partitions,
            mergeConfig.aggregates(),
            clock,
            new MessageCodec("heddle/merge-service", clock),
            new StoredChainReads(bucket, pools, scratch, stored),
            allocator,
            scratch,
            troubles);
    KafkaStreams streams =
        new KafkaStreams(
            MergeTopology.build(parts),
            settings().properties(broker, topics, dataDir.resolve("streams")));
    for (Trouble.Kind kind : Trouble.Kind.values()) {
      meters.gauge(
          "heddle.merge.datasets." + kind.name().toLowerCase(Locale.ROOT),
          troubles,
          known -> known.count(kind));
    }
    streams.setUncaughtExceptionHandler(MergeService::replaceThread);
    streams.setStateListener(
        (now, before) ->
            log.atInfo()
                .addKeyValue("state", now)
                .addKeyValue("was", before)
                .log("Streams changed their state"));
    KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
    metrics.bindTo(meters);
    Admin admin = Admin.create(broker);
    String group = StreamsSettings.applicationId(topics);
    ReadProposals readProposals =
        new ReadProposals(
            admin,
            topics.changes(),
            group,
            new LostRecords(
                admin,
                group,
                Set.of(topics.changes(), topics.commits()),
                meters.counter("heddle.merge.records.lost")::increment),
            streamsConfig.keepRead(),
            clock);
    running =
        new Running(
            streams,
            metrics,
            readProposals,
            List.of(heads, walks, files),
            new StoreWatch(bucket),
            bucket,
            List.of(stored, allocator),
            folder);
    readProposals.start();
    streams.start();
  }

  private ExecutorService pool(String name) {
    return Executors.newFixedThreadPool(
        mergeConfig.readers(), Thread.ofPlatform().name(name, 0).factory());
  }

  private StreamsSettings settings() {
    return new StreamsSettings(
        streamsConfig.threads(),
        streamsConfig.standbyReplicas(),
        streamsConfig.replicationFactor(),
        streamsConfig.commitInterval(),
        streamsConfig.transactionTimeout(),
        streamsConfig.sessionTimeout(),
        streamsConfig.blockCache().asLongValue(),
        streamsConfig.writeBuffers().asLongValue());
  }

  /** The stores come back from their changelogs, so a new thread can always go on. */
  private static StreamThreadExceptionResponse replaceThread(Throwable failure) {
    log.atError().setCause(failure).log("A stream thread failed and is replaced");
    LockSupport.parkNanos(RETRY.toNanos());
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Waits until the broker answers.
   *
   * @throws TopicMismatchException when its topics are not fit for work
   */
  private int awaitTopics() {
    Instant deadline = Instant.now().plus(streamsConfig.startPatience());
    try (Admin admin = Admin.create(broker)) {
      while (true) {
        try {
          return TopicCheck.datasetPartitions(admin, topics);
        } catch (KafkaException e) {
          if (Instant.now().isAfter(deadline)) {
            throw e;
          }
          log.atWarn().addKeyValue("error", e.getMessage()).log("The broker does not answer yet");
          LockSupport.parkNanos(RETRY.toNanos());
        }
      }
    }
  }

  /** Files of an earlier life are of no use. */
  private static Path emptyFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + folder, e);
    }
    return folder;
  }

  void stop(@Observes ShutdownEvent event) {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /** Why the object store does not answer; null while it does. */
  @Nullable String storeTrouble() {
    return running == null ? "not looked at yet" : running.watch().trouble();
  }

  /** Which datasets do not go on by themselves. */
  Troubles troubles() {
    return troubles;
  }

  /** Whether threads of the topology are gone that nobody replaced. */
  boolean misses() {
    return running != null
        && running.streams().state() == KafkaStreams.State.RUNNING
        && running.streams().metadataForLocalThreads().size() < streamsConfig.threads();
  }

  /** How the topology stands. */
  KafkaStreams.State state() {
    return running == null ? KafkaStreams.State.NOT_RUNNING : running.streams().state();
  }
}
