package io.heddle.ingress.service;

import io.heddle.ingress.push.BufferLevels;
import io.heddle.ingress.push.ConsumerPool;
import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.push.PushProgress;
import io.heddle.ingress.push.PushService;
import io.heddle.ingress.push.PushSources;
import io.heddle.ingress.push.PushWriter;
import io.heddle.ingress.push.Receipts;
import io.heddle.ingress.task.SourceDefinition;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/** What the push endpoint consists of. */
@ApplicationScoped
public class PushBeans {
  private static final int MAX_PRODUCERS = 4;
  private static final int MAX_CONSUMERS = 4;
  private static final Duration TURN = Duration.ofSeconds(30);
  private static final Duration COUNTING = Duration.ofMillis(500);
  private static final Duration LOOKING_FOR_LETTERS = Duration.ofSeconds(5);
  private static final int RADIX = 36;

  private final IngressService service;
  private final PushConfig config;
  private final RowsConfig rows;
  private final TasksConfig tasks;
  private final ConsumerPool consumers;
  private final PushWriter writer;
  private final SecureRandom random = new SecureRandom();

  PushBeans(
      IngressService service,
      KafkaClients kafka,
      PushConfig config,
      RowsConfig rows,
      TasksConfig tasks) {
    this.service = service;
    this.config = config;
    this.rows = rows;
    this.tasks = tasks;
    this.consumers = new ConsumerPool(kafka::consumer, MAX_CONSUMERS, TURN);
    // No two producers share an id, so none is fenced. What a killed one left open is aborted by
    // the broker when its time is over.
    String prefix = "heddle-push-" + UUID.randomUUID() + "-";
    this.writer =
        new PushWriter(number -> kafka.transactionalProducer(prefix + number), MAX_PRODUCERS, TURN);
  }

  @Produces
  @Singleton
  PushService pushService() {
    PushSources sources = new PushSources(type -> service.resources().all(type));
    return new PushService(
        sources,
        service.pushTopics(),
        new PushProgress(sources, dataset -> service.chains().chain(dataset)),
        new BufferLevels(consumers, COUNTING),
        new Receipts(consumers, service.topics().deadLetters(), LOOKING_FOR_LETTERS),
        writer,
        new PushService.Reading(
            resource -> SourceDefinition.of(resource).pushed(),
            service.preparation(),
            service.readers(),
            service.folders(),
            service.memory(),
            rows.maxValueChars(),
            tasks.maxPushRecords()),
        Clock.systemUTC(),
        this::bodyId,
        config);
  }

  private String bodyId() {
    return Long.toUnsignedString(random.nextLong(), RADIX);
  }

  void stop(@Observes ShutdownEvent event) {
    writer.close();
    consumers.close();
  }
}
