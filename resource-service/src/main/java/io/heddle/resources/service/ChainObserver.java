package io.heddle.resources.service;

import static java.util.Objects.requireNonNull;

import io.heddle.chain.ChainException;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.ChainObservation;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.reconcile.DatasetReconciler;
import io.heddle.resources.writer.RefTexts;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what others appended to the chains of Datasets, and tells the writer, which reads no store.
 * Every instance does; what comes twice changes nothing.
 */
@ApplicationScoped
public class ChainObserver {
  private static final Logger log = LoggerFactory.getLogger(ChainObserver.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final ResourceView view;
  private final Commands commands;
  private final ObjectStore bucket;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("chain-observer").daemon().factory());

  /** Datasets that could not be read, of which was told. */
  private final Set<UUID> unreadable = new HashSet<>();

  ChainObserver(ResourceView view, Commands commands, ObjectStore bucket) {
    this.view = view;
    this.commands = commands;
    this.bucket = bucket;
  }

  void start(@Observes StartupEvent event) {
    thread.scheduleWithFixedDelay(
        this::look, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    thread.shutdownNow();
  }

  private void look() {
    view.all(ResourceType.Dataset)
        .forEach(
            dataset ->
                DatasetReconciler.behind(dataset).ifPresent(since -> observe(dataset, since)));
  }

  /** One dataset's trouble does not keep the others from being read. */
  private void observe(Resource dataset, DatasetReconciler.Since since) {
    UUID id = dataset.headers().id();
    try {
      var chain =
          new MetadataChain(
              DatasetStorage.of(bucket, DatasetId.parse(requireNonNull(dataset.did()))));
      ChainObservation.read(chain, since.block())
          .ifPresent(
              seen ->
                  commands.send(
                      new ResourceCommand.Observe(
                          Commands.newId(),
                          view.account().name().text(),
                          RefTexts.write(ResourceRef.byId(ResourceType.Dataset, id)),
                          seen)));
      unreadable.remove(id);
    } catch (ChainException | ObjectStoreException | ProblemException e) {
      if (unreadable.add(id) && !thread.isShutdown()) {
        log.atWarn()
            .addKeyValue("dataset", dataset.did())
            .setCause(e)
            .log("What others appended to a chain cannot be read, trying again");
      }
    }
  }
}
