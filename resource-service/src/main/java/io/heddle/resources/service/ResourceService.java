package io.heddle.resources.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.TopicCheck;
import io.heddle.message.Topics;
import io.heddle.process.DataFolder;
import io.heddle.resource.Account;
import io.heddle.resource.ResourceName;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.catalog.ViewFollower;
import io.heddle.resources.rest.ResourcesConfig;
import io.heddle.resources.writer.ResourceTopology;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs for as long as the service does. */
@Startup
@ApplicationScoped
public class ResourceService {
  private static final Logger log = LoggerFactory.getLogger(ResourceService.class);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final KafkaStreams streams;
  private final KafkaStreamsMetrics metrics;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ViewFollower follower;
  private final ResourceView view;
  private final Commands commands;
  private final DataFolder dataFolder;
  private volatile boolean stopping;

  ResourceService(
      AccountConfig accountConfig,
      TopicsConfig topicsConfig,
      ResourcesConfig resources,
      ProcessConfig process,
      @Identifier("default-kafka-broker") Map<String, Object> broker,
      MeterRegistry registry) {
    Account account = account(accountConfig.name());
    Topics topics = new Topics(topicsConfig.prefix());
    KafkaSettings settings = new KafkaSettings(broker);
    dataFolder = startUp(() -> DataFolder.lock(process.dataDir()));
    startUp(() -> checkTopics(settings, topics));
    producer = new KafkaProducer<>(settings.commandProducer());
    view = new ResourceView(account);
    commands = new Commands(producer, topics, view, resources.commandTimeout());
    follower = new ViewFollower(settings.viewConsumer(), topics, view, commands::onOutcome);
    streams =
        new KafkaStreams(
            ResourceTopology.create(account, topics, resources.retention()),
            settings.streams(topics, process.dataDir()));
    streams.setUncaughtExceptionHandler(
        error -> {
          log.error("A stream thread failed and is replaced", error);
          return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
    metrics = new KafkaStreamsMetrics(streams);
    metrics.bindTo(registry);
    follower.start();
    streams.start();
  }

  private static int checkTopics(KafkaSettings settings, Topics topics) {
    try (Admin admin = Admin.create(settings.admin())) {
      return TopicCheck.datasetPartitions(admin, topics);
    }
  }

  /** What keeps the service from starting is told in one line, without a trace to search it in. */
  private static <T> T startUp(Supplier<T> step) {
    try {
      return step.get();
    } catch (IllegalStateException | UncheckedIOException | KafkaException e) {
      throw new ConfigurationException("resource-service does not start: " + messages(e));
    }
  }

  private static String messages(@Nullable Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
        .map(Throwable::getMessage)
        .filter(Objects::nonNull)
        .distinct()
        .collect(Collectors.joining(": "));
  }

  private static Account account(String name) {
    return new Account(
        UUID.nameUUIDFromBytes(("heddle/account/" + name).getBytes(UTF_8)),
        null,
        new ResourceName(name));
  }

  @Produces
  @Singleton
  ResourceView view() {
    return view;
  }

  @Produces
  @Singleton
  Account account() {
    return view.account();
  }

  @Produces
  @Singleton
  Commands commands() {
    return commands;
  }

  KafkaStreams.State streamsState() {
    return streams.state();
  }

  /** Whether a restart is the only thing that helps. */
  boolean isBroken() {
    return streams.state() == KafkaStreams.State.ERROR || !follower.isAlive();
  }

  boolean isViewCaughtUp() {
    return follower.isCaughtUp();
  }

  boolean isStopping() {
    return stopping;
  }

  void stop(@Observes ShutdownEvent event) {
    stopping = true;
    streams.close(STOP_WITHIN);
    metrics.close();
    follower.close();
    producer.close(STOP_WITHIN);
    dataFolder.close();
  }
}
