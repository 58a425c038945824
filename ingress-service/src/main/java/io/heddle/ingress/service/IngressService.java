package io.heddle.ingress.service;

import io.heddle.ingress.fetch.ContentMemory;
import io.heddle.ingress.fetch.ContentTopic;
import io.heddle.ingress.fetch.FetchSettings;
import io.heddle.ingress.fetch.Fetchers;
import io.heddle.ingress.fetch.FileUrls;
import io.heddle.ingress.fetch.FilesGlobFetcher;
import io.heddle.ingress.fetch.HttpUrls;
import io.heddle.ingress.fetch.UrlFetcher;
import io.heddle.ingress.follow.TopicFollower;
import io.heddle.ingress.follow.TopicFollower.Start;
import io.heddle.ingress.offer.AnswerRecords;
import io.heddle.ingress.offer.Answers;
import io.heddle.ingress.offer.KafkaProposals;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.push.PushTopics;
import io.heddle.ingress.reach.ReachConfig;
import io.heddle.ingress.read.CsvFormat;
import io.heddle.ingress.read.JsonFormat;
import io.heddle.ingress.read.NdJsonFormat;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.spool.SpoolWriter;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.ingress.task.Attempts;
import io.heddle.ingress.task.CpuPool;
import io.heddle.ingress.task.KafkaTaskEvents;
import io.heddle.ingress.task.ResourceView;
import io.heddle.ingress.task.StoreChains;
import io.heddle.ingress.task.TaskRunner;
import io.heddle.ingress.task.Tasks;
import io.heddle.kafka.TopicCheck;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.StoreWatch;
import io.heddle.resource.Resource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The service as a whole: makes its parts when the application starts, before any request is read,
 * and stops them in the opposite order.
 */
@ApplicationScoped
public class IngressService {
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);

  private final Topics topics;
  private final KafkaClients kafka;
  private final S3ObjectStore store;
  private final StoreWatch storeWatch;
  private final StoreChains chains;
  private final ResourceView resources;
  private final PushTopics pushTopics;
  private final Preparation preparation;
  private final Readers readers;
  private final TaskFolders folders;
  private final CpuPool cpu;
  private final BufferAllocator memory;
  private final TopicFollower resourceFollower;
  private final TopicFollower contentFollower;
  private final TopicFollower answerFollower;
  private final TaskRunner runner;
  private volatile int datasetPartitions;
  private volatile boolean stopping;

  IngressService(
      KafkaClients kafka,
      TopicsConfig topicsConfig,
      StoreConfig storeConfig,
      FetchConfig fetchConfig,
      ReachConfig reachConfig,
      RowsConfig rowsConfig,
      TasksConfig tasksConfig,
      PushConfig pushConfig,
      TaskMetrics metrics,
      @ConfigProperty(name = "heddle.data-dir") Path dataDir) {
    this.kafka = kafka;
    this.topics = new Topics(topicsConfig.prefix());
    this.store = new S3ObjectStore(storeConfig.settings());
    this.storeWatch = new StoreWatch(store);
    this.chains = new StoreChains(store);
    this.pushTopics = new PushTopics(kafka.admin(), topics, pushConfig.partitions());
    this.resources = new ResourceView(List.of(pushTopics, this::endTasksOf));
    this.preparation = new Preparation(fetchConfig.prepareSettings(), reachConfig.programs());
    this.readers = new Readers(List.of(new CsvFormat(), new JsonFormat(), new NdJsonFormat()));
    this.folders = TaskFolders.open(dataDir);
    this.cpu = new CpuPool(rowsConfig.workers(), rowsConfig.sqlWorkers());
    this.memory = new RootAllocator();

    Clock clock = Clock.systemUTC();
    FetchSettings fetching = fetchConfig.fetchSettings(reachConfig);
    MessageCodec codec = new MessageCodec("heddle/ingress-service", clock);
    Answers answers = new Answers();
    this.resourceFollower =
        new TopicFollower(
            kafka.consumer(), List.of(topics.resources()), Start.BEGINNING, resources);
    ContentMemory contents =
        new ContentMemory(
            new ContentTopic(kafka.producer(), topics.sourceContents(), START_PATIENCE));
    this.contentFollower =
        new TopicFollower(
            kafka.consumer(), List.of(topics.sourceContents()), Start.BEGINNING, contents);
    this.answerFollower =
        new TopicFollower(
            kafka.consumer(),
            List.of(topics.replies(), topics.commits()),
            Start.END,
            new AnswerRecords(codec, topics, answers));
    Offers offers =
        new Offers(
            new KafkaProposals(kafka.producer(), codec, topics),
            answers,
            tasksConfig.offerSettings(),
            () -> UUID.randomUUID().toString(),
            java.util.random.RandomGenerator.of("L64X128MixRandom"));
    this.runner =
        new Tasks(
                resources,
                chains,
                new Fetchers(
                    List.of(
                        new UrlFetcher(List.of(new HttpUrls(fetching), new FileUrls(fetching))),
                        new FilesGlobFetcher(fetching))),
                contents,
                preparation,
                readers,
                new SqlPreprocess(rowsConfig.sqlSettings()),
                new SpoolWriter(rowsConfig.spoolSettings()),
                offers,
                pushTopics,
                kafka::consumer,
                kafka.producer(),
                topics,
                folders,
                cpu,
                memory,
                clock,
                tasksConfig.taskSettings(rowsConfig, pushConfig))
            .runner(
                new KafkaTaskEvents(kafka.producer(), codec, topics),
                new Attempts(dataDir),
                worker(),
                metrics::finished);
  }

  private static String worker() {
    return "ingress-service/" + ProcessHandle.current().pid();
  }

  /** Nothing is ingested from or into what is no longer there. */
  private void endTasksOf(Resource resource) {
    if (resource.isDeleted()) {
      runner.deleted(resource);
    }
  }

  /** Before the channels are opened, which is what the priority says. */
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event)
      throws InterruptedException {
    datasetPartitions = TopicCheck.datasetPartitions(kafka.admin(), topics);
    answerFollower.start(START_PATIENCE);
    resourceFollower.start(START_PATIENCE);
    contentFollower.start(START_PATIENCE);
  }

  void stop(@Observes ShutdownEvent event) throws IOException {
    stopping = true;
    runner.close();
    cpu.close();
    answerFollower.close();
    resourceFollower.close();
    contentFollower.close();
    folders.close();
    storeWatch.close();
    store.close();
  }

  @Produces
  @Singleton
  StoreWatch storeWatch() {
    return storeWatch;
  }

  /** Whether all workers are kept by work that does not stop. */
  boolean isJammed() {
    return cpu.isJammed();
  }

  public Topics topics() {
    return topics;
  }

  public TaskRunner runner() {
    return runner;
  }

  public ResourceView resources() {
    return resources;
  }

  public StoreChains chains() {
    return chains;
  }

  public PushTopics pushTopics() {
    return pushTopics;
  }

  public Preparation preparation() {
    return preparation;
  }

  public Readers readers() {
    return readers;
  }

  public TaskFolders folders() {
    return folders;
  }

  public BufferAllocator memory() {
    return memory;
  }

  /** How many partitions the topics keyed by dataset have. */
  public int datasetPartitions() {
    return datasetPartitions;
  }

  public boolean isStopping() {
    return stopping;
  }

  public boolean isStarted() {
    return followers().allMatch(TopicFollower::isStarted);
  }

  /** How long ago the topics were looked at; grows without end when the reading has stopped. */
  public Duration sinceLastPoll() {
    return followers()
        .map(TopicFollower::sinceLastPoll)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private Stream<TopicFollower> followers() {
    return Stream.of(answerFollower, resourceFollower, contentFollower);
  }
}
