package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.ingress.offer.Ingestion;
import io.heddle.ingress.offer.OfferListener;
import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.ingress.preprocess.DatasetNames;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.ingress.spool.TaskFolders.TaskFolder;
import io.heddle.message.IngestRequest;
import io.heddle.message.Proposal.Attempt;
import io.heddle.message.TaskCommits;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.CauseText;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.SourceSpec;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs ingest requests, each from its first look at the source to a known outcome. */
final class IngestTask {
  private static final Logger log = LoggerFactory.getLogger(IngestTask.class);
  private static final long LOOK_AGAIN_MILLIS = 500;

  /** Offers an ingestion to its dataset. */
  @FunctionalInterface
  interface Offering {
    OfferOutcome offer(Ingestion ingestion, OfferListener listener) throws InterruptedException;
  }

  private static final Duration FIRST_STORE_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_STORE_WAIT = Duration.ofSeconds(15);

  private final ResourceView resources;
  private final Chains chains;
  private final SourceIngest polling;
  private final Supplier<SourceIngest> push;
  private final Offering offering;
  private final TaskFolders folders;
  private final Clock clock;
  private final TaskSettings settings;

  IngestTask(
      ResourceView resources,
      Chains chains,
      SourceIngest polling,
      Supplier<SourceIngest> push,
      Offering offering,
      TaskFolders folders,
      Clock clock,
      TaskSettings settings) {
    this.resources = resources;
    this.chains = chains;
    this.polling = polling;
    this.push = push;
    this.offering = offering;
    this.folders = folders;
    this.clock = clock;
    this.settings = settings;
  }

  /**
   * Blocks until the outcome is known. Whatever goes wrong with the source, its data or its
   * definition is an outcome too.
   *
   * @param delivery of the request
   * @return empty when a later attempt of the task runs elsewhere, which tells the outcome
   * @throws InterruptedException when the task is ended from outside; that is no outcome of its own
   */
  Optional<Outcome> run(IngestRequest request, Delivery delivery, TaskReport report)
      throws InterruptedException {
    return outcomeOf(
        request,
        () -> {
          Definition definition = definition(request);
          Optional<Outcome> outcome =
              outcomeOf(request, () -> rounds(definition, delivery.epoch(), report));
          boolean fruitless = outcome.isPresent() && !(outcome.get() instanceof Outcome.Success);
          return fruitless && delivery.repeated()
              ? committedBefore(definition, delivery.epoch(), report).or(() -> outcome)
              : outcome;
        });
  }

  private Optional<Outcome> outcomeOf(IngestRequest request, TaskControl.Work work)
      throws InterruptedException {
    try {
      return work.run();
    } catch (IngestException e) {
      return failed(e, e.failure());
    } catch (ObjectStoreException e) {
      return failed(
          e,
          new Failure(
              FailureKind.Unreachable, "the object store cannot be read: " + e.getMessage()));
    } catch (UncheckedIOException e) {
      return failed(
          e,
          new Failure(
              FailureKind.LimitExceeded,
              "the local disk of ingress-service fails: " + CauseText.of(e)));
    } catch (RuntimeException e) {
      requireNotInterrupted(e);
      log.error(
          "Task failed inside the service task={} dataset={}",
          request.taskId(),
          request.dataset(),
          e);
      return failed(
          e,
          new Failure(FailureKind.Internal, "an error inside ingress-service: " + CauseText.of(e)));
    }
  }

  /**
   * What a process before this one committed of the task, without telling so. A source that has
   * nothing new, or cannot be read any more, does not show it; the aggregate knows.
   */
  private Optional<Outcome> committedBefore(Definition definition, long epoch, TaskReport report)
      throws InterruptedException {
    IngestRequest request = definition.request();
    SourceDefinition source = definition.source();
    ChainSummary chain = chain(request, report);
    SourceState state = source.stateIn(chain).orElse(null);
    if (state == null) {
      return Optional.empty();
    }
    Vocabulary vocabulary = chain.vocabulary();
    OfferOutcome answer =
        offering.offer(
            new Ingestion(
                request.dataset(),
                request.taskId(),
                new Attempt(epoch, 0, chain.stateBlock(source.stateName()).orElse(null)),
                request.datasetResourceId(),
                source.stateName(),
                state,
                // From the state to itself: there is nothing in it that could be committed.
                state,
                DatasetNames.of(source.vocabulary(), vocabulary).merge(source.merge()),
                vocabulary,
                source.declaresColumns(),
                null,
                null,
                null,
                null,
                false),
            new OfferProgress(report, 0));
    return answer instanceof OfferOutcome.InChainAlready(var reply) && reply.commits() != null
        ? Optional.of(success(request, reply.commits()))
        : Optional.empty();
  }

  private static Optional<Outcome> failed(RuntimeException cause, Failure failure)
      throws InterruptedException {
    requireNotInterrupted(cause);
    return Optional.of(new Outcome.Failed(failure));
  }

  /** Whatever an interrupted call says of its end, the reason is the interrupt. */
  private static void requireNotInterrupted(RuntimeException cause) throws InterruptedException {
    boolean interrupted = Thread.interrupted();
    for (Throwable e = cause; e != null && !interrupted; e = e.getCause()) {
      interrupted =
          e instanceof InterruptedException
              || e instanceof ClosedByInterruptException
              || e instanceof InterruptException
              || e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
    }
    if (interrupted) {
      InterruptedException ended = new InterruptedException("the task was ended");
      ended.initCause(cause);
      throw ended;
    }
  }

  /**
   * Whether a task may hold its place for long and do nothing: it waits for a worker for its query,
   * or for a resource that is not known here. Others must not stand behind many of them.
   */
  boolean mayWaitLong(IngestRequest request) {
    return resources
            .byId(request.sourceId())
            .filter(source -> source.spec() instanceof SourceSpec spec && spec.preprocess() == null)
            .isEmpty()
        || resources.byId(request.datasetResourceId()).isEmpty();
  }

  /** What a request asks for, in the forms that it names. */
  private record Definition(IngestRequest request, Resource resource, SourceDefinition source) {}

  private Definition definition(IngestRequest request) throws InterruptedException {
    Resource resource =
        resources.await(
            request.sourceId(), request.sourceGeneration(), settings.resourcePatience());
    requireTarget(
        request,
        resources.await(
            request.datasetResourceId(), request.datasetGeneration(), settings.resourcePatience()));
    return new Definition(request, resource, SourceDefinition.of(resource));
  }

  private Optional<Outcome> rounds(Definition definition, long epoch, TaskReport report)
      throws InterruptedException {
    IngestRequest request = definition.request();
    SourceDefinition source = definition.source();
    SourceIngest ingest = ingestOf(source);

    TaskCommits soFar = null;
    int looks = 0;
    while (true) {
      report.stages().reading();
      try (TaskFolder folder = folders.create()) {
        ChainSummary chain = chain(request, report);
        Attempt attempt =
            new Attempt(
                epoch,
                soFar == null ? 0 : soFar.rounds(),
                chain.stateBlock(source.stateName()).orElse(null));
        Round result =
            ingest.look(
                new TaskContext(
                    request,
                    definition.resource(),
                    source,
                    chain,
                    attempt,
                    folder.path(),
                    clock,
                    report));
        switch (result) {
          case Round.Advanced(var commits) -> {
            boolean stuck =
                soFar != null && Objects.equals(soFar.sourceState(), commits.sourceState());
            soFar = soFar == null ? commits : soFar.and(commits);
            if (stuck) {
              throw new IngestException(
                  FailureKind.Internal, "the source says that it has more, but does not move on");
            }
          }
          case Round.AdvancedBefore(var allSoFar) -> soFar = allSoFar;
          case Round.NothingNew(var reason, var summary) -> {
            return Optional.of(
                soFar == null ? new Outcome.NoOp(reason, summary) : success(request, soFar));
          }
          case Round.Failed(var failed) -> {
            return Optional.of(failed);
          }
          case Round.TakenOver ignored -> {
            return Optional.empty();
          }
          case Round.LookAgain ignored -> {
            if (++looks > settings.maxLooks()) {
              throw new IngestException(
                  FailureKind.ConcurrentModification,
                  "others ingested the source %d times while this task looked at it"
                      .formatted(looks));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS * looks);
            continue;
          }
        }
        report.stages().committed(success(request, soFar));
        if (!soFar.hasMore()
            || !(request.untilExhausted() || ingest.goesOn())
            || soFar.rounds() >= settings.maxRounds()) {
          return Optional.of(success(request, soFar));
        }
      }
    }
  }

  private static Outcome success(IngestRequest request, TaskCommits commits) {
    return new Outcome.Success(
        request.dataset(),
        commits.oldHead(),
        commits.newHead(),
        commits.blocks(),
        commits.newOffsetInterval(),
        commits.summary(),
        commits.newWatermark(),
        commits.sourceState(),
        commits.hasMore());
  }

  /** Waits for a store that is away, for as long as the installation has patience with it. */
  private ChainSummary chain(IngestRequest request, TaskReport report) throws InterruptedException {
    Instant end = clock.instant().plus(settings.storePatience());
    Duration wait = FIRST_STORE_WAIT;
    while (true) {
      try {
        return chains
            .summary(request.dataset())
            .orElseThrow(
                () ->
                    new IngestException(
                        FailureKind.InvalidTarget,
                        "dataset %s has no chain yet".formatted(request.dataset())));
      } catch (ObjectStoreException e) {
        requireNotInterrupted(e);
        if (e.kind() != ObjectStoreException.Kind.UNAVAILABLE
            || clock.instant().plus(wait).isAfter(end)) {
          throw e;
        }
        report.note(Phase.Ingress, "waiting for the object store: " + e.getMessage());
        TimeUnit.MILLISECONDS.sleep(wait.toMillis());
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_STORE_WAIT) < 0
                ? wait.multipliedBy(2)
                : LONGEST_STORE_WAIT;
      }
    }
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
      case Ingress.RestEndpoint ignored -> push.get();
      // Refused there, with the list of kinds that can be ingested.
      case FetchStep.Mqtt ignored -> polling;
      case FetchStep.Url ignored -> polling;
      case FetchStep.FilesGlob ignored -> polling;
      case FetchStep.Container ignored -> polling;
      case Ingress.EvmLogs ignored -> polling;
    };
  }
}
