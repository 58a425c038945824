package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetKind;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.ingress.spool.TaskFolders.TaskFolder;
import io.heddle.message.IngestRequest;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.source.FetchStep;
import io.heddle.source.Ingress;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs ingest requests, each from its first look at the source to a known outcome. */
final class IngestTask {
  private static final Logger log = LoggerFactory.getLogger(IngestTask.class);
  private static final long LOOK_AGAIN_MILLIS = 500;

  private final ResourceView resources;
  private final Chains chains;
  private final SourceIngest polling;
  private final SourceIngest push;
  private final TaskFolders folders;
  private final Clock clock;
  private final TaskSettings settings;

  IngestTask(
      ResourceView resources,
      Chains chains,
      SourceIngest polling,
      SourceIngest push,
      TaskFolders folders,
      Clock clock,
      TaskSettings settings) {
    this.resources = resources;
    this.chains = chains;
    this.polling = polling;
    this.push = push;
    this.folders = folders;
    this.clock = clock;
    this.settings = settings;
  }

  /**
   * Blocks until the outcome is known. Whatever goes wrong with the source, its data or its
   * definition is an outcome too.
   *
   * @throws InterruptedException when the process stops; the request has to be delivered again
   */
  Outcome run(IngestRequest request, TaskReport report) throws InterruptedException {
    try {
      return rounds(request, report);
    } catch (IngestException e) {
      return new Outcome.Failed(e.failure());
    } catch (ObjectStoreException e) {
      return new Outcome.Failed(
          new Failure(
              FailureKind.Unreachable, "the object store cannot be read: " + e.getMessage()));
    } catch (RuntimeException e) {
      log.error(
          "Task failed inside the service task={} dataset={}",
          request.taskId(),
          request.dataset(),
          e);
      return new Outcome.Failed(
          new Failure(FailureKind.Internal, "an error inside ingress-service: " + e));
    }
  }

  private Outcome rounds(IngestRequest request, TaskReport report) throws InterruptedException {
    Resource resource =
        resources.await(
            request.sourceId(), request.sourceGeneration(), settings.resourcePatience());
    requireTarget(
        request,
        resources.await(
            request.datasetResourceId(), request.datasetGeneration(), settings.resourcePatience()));
    SourceDefinition source = SourceDefinition.of(resource);
    SourceIngest ingest = ingestOf(source);

    Outcome.Success soFar = null;
    int looks = 0;
    for (int round = 0; ; ) {
      try (TaskFolder folder = folders.create()) {
        ChainSummary chain = chain(request);
        Round result =
            ingest.look(
                new TaskContext(
                    request,
                    resource,
                    source,
                    chain,
                    ingestionId(request, round, source, chain),
                    folder.path(),
                    clock,
                    report));
        switch (result) {
          case Round.Advanced(var success) -> {
            boolean stuck =
                soFar != null && Objects.equals(soFar.sourceState(), success.sourceState());
            soFar = Round.joined(soFar, success);
            if (stuck) {
              throw new IngestException(
                  FailureKind.Internal, "the source says that it has more, but does not move on");
            }
            if (!success.hasMore()
                || !request.untilExhausted()
                || ++round >= settings.maxRounds()) {
              return soFar;
            }
          }
          case Round.NothingNew(var reason, var summary) -> {
            return soFar == null ? new Outcome.NoOp(reason, summary) : soFar;
          }
          case Round.Failed(var failed) -> {
            return failed;
          }
          case Round.LookAgain ignored -> {
            if (++looks > settings.maxLooks()) {
              throw new IngestException(
                  FailureKind.ConcurrentModification,
                  "others ingested the source %d times while this task looked at it"
                      .formatted(looks));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS * looks);
          }
        }
      }
    }
  }

  private ChainSummary chain(IngestRequest request) {
    return chains
        .summary(request.dataset())
        .orElseThrow(
            () ->
                new IngestException(
                    FailureKind.InvalidTarget,
                    "dataset %s has no chain yet".formatted(request.dataset())));
  }

  /**
   * The first round is the task itself, which makes a request that is delivered twice one
   * ingestion. Each further round starts from a state of its own, and is named by it.
   */
  private static String ingestionId(
      IngestRequest request, int round, SourceDefinition source, ChainSummary chain) {
    if (round == 0) {
      return request.taskId();
    }
    String state = source.stateIn(chain).map(found -> found.value()).orElse("");
    return request.taskId() + "@" + Integer.toHexString(state.hashCode()) + "-" + state.length();
  }

  private static void requireTarget(IngestRequest request, Resource resource) {
    if (!(resource.spec() instanceof DatasetSpec dataset)
        || !Objects.equals(request.dataset(), dataset.did())) {
      throw new IngestException(
          FailureKind.InvalidTarget,
          "%s is not the dataset %s".formatted(resource.handle(), request.dataset()),
          Map.of("dataset", request.dataset().toString()));
    }
    if (dataset.kind() != DatasetKind.Root) {
      throw new IngestException(
          FailureKind.InvalidTarget,
          "%s is derived from other datasets; only root datasets take data from sources"
              .formatted(resource.handle()));
    }
  }

  private SourceIngest ingestOf(SourceDefinition source) {
    return switch (source.ingress()) {
      case Ingress.RestEndpoint ignored -> push;
      // Refused there, with the list of kinds that can be ingested.
      case FetchStep.Mqtt ignored -> polling;
      case FetchStep.Url ignored -> polling;
      case FetchStep.FilesGlob ignored -> polling;
      case FetchStep.Container ignored -> polling;
      case Ingress.EvmLogs ignored -> polling;
    };
  }
}
