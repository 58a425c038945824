package io.heddle.ingress.service;

import io.heddle.ingress.push.BufferLevels;
import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.push.PushProgress;
import io.heddle.ingress.push.PushService;
import io.heddle.ingress.push.PushSources;
import io.heddle.ingress.push.PushWriter;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.UUID;

/** What the push endpoint consists of. */
@ApplicationScoped
public class PushBeans {
  private static final int MAX_PRODUCERS = 4;

  private final IngressService service;
  private final PushConfig config;
  private final RowsConfig rows;
  private final BufferLevels levels;
  private final PushWriter writer;

  PushBeans(IngressService service, KafkaClients kafka, PushConfig config, RowsConfig rows) {
    this.service = service;
    this.config = config;
    this.rows = rows;
    this.levels = new BufferLevels(kafka::consumer);
    // No two producers share an id, so none is fenced. What a killed one left open is aborted by
    // the broker when its time is over.
    String prefix = "heddle-push-" + UUID.randomUUID() + "-";
    this.writer =
        new PushWriter(number -> kafka.transactionalProducer(prefix + number), MAX_PRODUCERS);
  }

  @Produces
  @Singleton
  PushService pushService() {
    PushSources sources = new PushSources(type -> service.resources().all(type));
    return new PushService(
        sources,
        service.pushTopics(),
        new PushProgress(sources, dataset -> service.chains().chain(dataset)),
        levels,
        writer,
        service.readers(),
        service.folders(),
        service.memory(),
        Clock.systemUTC(),
        config,
        rows.maxValueChars());
  }

  void stop(@Observes ShutdownEvent event) {
    writer.close();
    levels.close();
  }
}
