package io.heddle.ingress.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.chain.ChainSummary;
import io.heddle.ingress.offer.Ingestion;
import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.message.BlockPointer;
import io.heddle.message.IngestCancel;
import io.heddle.message.IngestRequest;
import io.heddle.message.IngestSummary;
import io.heddle.message.Reply;
import io.heddle.message.TaskCommits;
import io.heddle.message.TaskEvent;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.FetchStep;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskRunnerTest {
  private static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  private static final Multihash HASH = new Multihash(HashFunction.SHA3_256, new byte[32]);
  private static final TaskSettings SETTINGS =
      new TaskSettings(
          2,
          Duration.ofSeconds(3),
          Duration.ofSeconds(30),
          1 << 20,
          Duration.ofMillis(50),
          1,
          5,
          10,
          1000,
          1000,
          10,
          10,
          Duration.ofMinutes(1));

  private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
  private final Deque<SourceIngest> looks = new ArrayDeque<>();
  private final List<Integer> rounds = new ArrayList<>();
  private final List<Long> epochs = new ArrayList<>();
  private boolean repeated;
  private OfferOutcome answer =
      new OfferOutcome.NothingNew(
          new Reply.NothingToCommit(DATASET, "question", IngestSummary.EMPTY));
  private final List<Ingestion> questions = new ArrayList<>();
  private Supplier<Optional<ChainSummary>> store = () -> Optional.of(chain());
  private final ResourceView resources = new ResourceView(List.of());
  private final Resource source =
      resource(
          ResourceType.Source,
          new SourceSpec(
              Map.of(),
              new FetchStep.Url("http://localhost/x", null, null, null),
              null,
              new ReadStep.NdJson(null, null, null, null, null),
              null,
              null,
              null));
  private final Resource dataset =
      resource(ResourceType.Dataset, new DatasetSpec(DatasetKind.Root, List.of(), DATASET, null));

  @TempDir Path dataDir;
  private TaskFolders folders;
  private TaskRunner runner;

  @BeforeEach
  void start() {
    folders = TaskFolders.open(dataDir);
    publish(source);
    publish(dataset);
    SourceIngest next =
        task -> {
          rounds.add(task.attempt().round());
          epochs.add(task.attempt().epoch());
          return looks.removeFirst().look(task);
        };
    runner =
        new TaskRunner(
            new IngestTask(
                resources,
                id -> store.get(),
                next,
                () -> next,
                (ingestion, listener) -> {
                  questions.add(ingestion);
                  return answer;
                },
                folders,
                Clock.systemUTC(),
                SETTINGS),
            event -> {
              events.add(event);
              return CompletableFuture.completedFuture(null);
            },
            new Attempts(dataDir),
            Clock.systemUTC(),
            "worker",
            SETTINGS,
            (outcome, duration) -> {});
  }

  @AfterEach
  void stop() {
    runner.close();
    folders.close();
  }

  @Test
  void tellsStartAndOutcome() throws Exception {
    looks.add(task -> new Round.NothingNew("the same as before", null));

    assertThat(run(false)).isEqualTo(new Outcome.NoOp("the same as before", null));
    assertThat(events.getFirst()).isInstanceOf(TaskEvent.Started.class);
    assertThat(rounds).containsExactly(0);
  }

  @Test
  void pollsUntilTheSourceIsExhaustedAndAddsUp() throws Exception {
    looks.add(task -> advanced(0, "1", true));
    looks.add(task -> advanced(1, "2", true));
    looks.add(task -> advanced(2, "3", false));

    Outcome.Success success = (Outcome.Success) run(true);

    assertThat(success.blocks()).isEqualTo(3);
    assertThat(success.summary().rowsWritten()).isEqualTo(6);
    assertThat(success.sourceState()).isEqualTo(state("3"));
    assertThat(rounds).containsExactly(0, 1, 2);
  }

  @Test
  void pollsOnceIfNotAskedForMore() throws Exception {
    looks.add(task -> advanced(0, "1", true));

    assertThat(((Outcome.Success) run(false)).hasMore()).isTrue();
  }

  @Test
  void aSourceThatHasMoreButStandsStillFails() throws Exception {
    looks.add(task -> advanced(0, "1", true));
    looks.add(task -> advanced(1, "1", true));

    assertThat(run(true)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void looksAgainWithinABound() throws Exception {
    looks.add(task -> new Round.LookAgain());
    looks.add(task -> new Round.LookAgain());

    assertThat(failure(run(false))).isEqualTo(FailureKind.ConcurrentModification);
  }

  @Test
  void whateverGoesWrongIsAnOutcome() throws Exception {
    looks.add(
        task -> {
          throw new IngestException(FailureKind.NotFound, "no such file");
        });
    looks.add(
        task -> {
          throw new IllegalStateException("a bug");
        });

    looks.add(
        task -> {
          throw new UncheckedIOException(new IOException("no space left on device"));
        });

    assertThat(failure(run(false))).isEqualTo(FailureKind.NotFound);
    assertThat(failure(run(false))).isEqualTo(FailureKind.Internal);
    assertThat(failure(run(false))).isEqualTo(FailureKind.LimitExceeded);
  }

  @Test
  void refusesARequestWhoseResourceDoesNotCome() throws Exception {
    IngestRequest request = request(UUID.randomUUID().toString(), false);

    runner.submit(request, new Delivery(0, 1, repeated)).get(5, TimeUnit.SECONDS);

    assertThat(failure(lastOutcome())).isEqualTo(FailureKind.InvalidTarget);
  }

  @Test
  void tasksThatWaitForResourcesKeepPlacesForOthers() throws Exception {
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      byte[] key = new byte[DatasetId.KEY_LENGTH];
      key[0] = (byte) i;
      waiting.add(
          runner.submit(
              new IngestRequest(
                  "waits-" + i,
                  null,
                  new DatasetId(key),
                  dataset.headers().id().toString(),
                  1,
                  UUID.randomUUID().toString(),
                  1,
                  null,
                  false,
                  false),
              new Delivery(0, 1, false)));
    }
    looks.add(task -> new Round.NothingNew("the same as before", null));

    submit("task").get(10, TimeUnit.SECONDS);

    assertThat(waiting).filteredOn(CompletableFuture::isDone).hasSizeLessThan(20);
    for (CompletableFuture<Void> each : waiting) {
      each.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aTaskThatBroughtItsWorkerDownThreeTimesFails() throws Exception {
    Attempts earlier = new Attempts(dataDir);
    for (int i = 0; i < Attempts.MAX; i++) {
      earlier.begin("task");
    }

    assertThat(failure(run(false))).isEqualTo(FailureKind.Internal);
    assertThat(rounds).isEmpty();
  }

  @Test
  void aTaskThatIsInterruptedIsNotDone() throws Exception {
    CompletableFuture<Void> looking = looksForEver();
    CompletableFuture<Void> done = submit("task");
    looking.get(5, TimeUnit.SECONDS);

    runner.close();

    assertThatThrownBy(() -> done.get(5, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(InterruptedException.class);
    assertThat(events).noneMatch(event -> event instanceof TaskEvent.Finished);
    assertThat(new Attempts(dataDir).count("task")).isZero();
  }

  @Test
  void aRedeliveredTaskTellsWhatItCommittedBefore() throws Exception {
    looks.add(task -> new Round.AdvancedBefore(commits(2, 3, "2", true)));

    Outcome.Success success = (Outcome.Success) run(false);

    assertThat(success.blocks()).isEqualTo(3);
    assertThat(success.sourceState()).isEqualTo(state("2"));
    assertThat(success.hasMore()).isTrue();
  }

  @Test
  void aRepeatedTaskThatFindsNothingAsksWhatItCommittedBefore() throws Exception {
    repeated = true;
    store = () -> Optional.of(chainWithState());
    answer =
        new OfferOutcome.InChainAlready(
            new Reply.AlreadyCommitted(
                DATASET,
                "question",
                new BlockPointer(HASH, 1),
                IngestSummary.EMPTY,
                commits(1, 1, "1", false)));
    looks.add(task -> new Round.NothingNew("was not modified", null));
    assertThat(((Outcome.Success) run(false)).blocks()).isEqualTo(1);

    looks.add(
        task -> {
          throw new IngestException(FailureKind.NotFound, "the file is gone");
        });
    assertThat(((Outcome.Success) run(false)).blocks()).isEqualTo(1);

    assertThat(questions)
        .hasSize(2)
        .allSatisfy(
            question -> {
              assertThat(question.rows()).isNull();
              assertThat(question.newState()).isEqualTo(question.expectedState());
              assertThat(question.attempt().round()).isZero();
            });
  }

  @Test
  void aRepeatedTaskThatCommittedNothingBeforeHasItsOwnOutcome() throws Exception {
    repeated = true;
    store = () -> Optional.of(chainWithState());
    looks.add(task -> new Round.NothingNew("was not modified", null));
    assertThat(run(false)).isEqualTo(new Outcome.NoOp("was not modified", null));
    assertThat(questions).hasSize(1);

    repeated = false;
    looks.add(task -> new Round.NothingNew("was not modified", null));
    assertThat(run(false)).isEqualTo(new Outcome.NoOp("was not modified", null));
    assertThat(questions).hasSize(1);
  }

  @Test
  void aRedeliveredTaskGoesOnWithTheRoundsThatAreLeft() throws Exception {
    looks.add(task -> new Round.AdvancedBefore(commits(2, 3, "2", true)));
    looks.add(task -> advanced(2, "3", false));

    assertThat(((Outcome.Success) run(true)).blocks()).isEqualTo(4);
    assertThat(rounds).containsExactly(0, 2);
  }

  @Test
  void aTaskThatRunsElsewhereHasNoOutcomeHere() throws Exception {
    looks.add(task -> new Round.TakenOver());

    submit("task").get(10, TimeUnit.SECONDS);

    assertThat(events).noneMatch(event -> event instanceof TaskEvent.Finished);
    assertThat(new Attempts(dataDir).count("task")).isZero();
  }

  @Test
  void aCancelledTaskSaysSo() throws Exception {
    CompletableFuture<Void> looking = looksForEver();
    CompletableFuture<Void> done = submit("task");
    CompletableFuture<Void> waiting = submit("second");
    looking.get(5, TimeUnit.SECONDS);

    assertThat(runner.cancel(new IngestCancel(DATASET, "second", "its flow is gone"))).isTrue();
    runner.cancel(new IngestCancel(DATASET, "task", "its source is gone"));

    done.get(5, TimeUnit.SECONDS);
    waiting.get(5, TimeUnit.SECONDS);
    assertThat(events)
        .filteredOn(event -> event instanceof TaskEvent.Finished)
        .extracting(event -> ((TaskEvent.Finished) event).outcome())
        .containsExactly(
            new Outcome.Cancelled("its source is gone"), new Outcome.Cancelled("its flow is gone"));
    assertThat(rounds).containsExactly(0);
  }

  @Test
  void aCancelOfATaskThatNobodyHasIsItsEnd() throws Exception {
    IngestCancel cancel = new IngestCancel(DATASET, "lost", "cancelled by alice");

    assertThat(runner.cancel(cancel)).isFalse();
    runner.tellCancelled(cancel).get(5, TimeUnit.SECONDS);

    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            TaskEvent.Finished.class,
            finished -> {
              assertThat(finished.taskId()).isEqualTo("lost");
              assertThat(finished.outcome()).isEqualTo(new Outcome.Cancelled("cancelled by alice"));
            });
  }

  @Test
  void anInterruptIsNoOutcomeWhateverItLooksLike() throws Exception {
    for (RuntimeException disguise :
        List.of(
            new ObjectStoreException(
                ObjectStoreException.Kind.UNAVAILABLE,
                "interrupted while waiting to try again",
                new InterruptedException()),
            new IngestException(
                FailureKind.ReadError, "cannot be read", new ClosedByInterruptException()),
            new UncheckedIOException(new InterruptedIOException()))) {
      looks.add(
          task -> {
            throw disguise;
          });

      assertThatThrownBy(() -> submit("task").get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TaskRunner.LeftToOthersException.class);
    }
    looks.add(
        task -> {
          Thread.currentThread().interrupt();
          throw new IngestException(FailureKind.Unreachable, "interrupted");
        });

    assertThatThrownBy(() -> submit("task").get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TaskRunner.LeftToOthersException.class);
    assertThat(events).noneMatch(event -> event instanceof TaskEvent.Finished);
  }

  @Test
  void aTaskOfAPartitionThatIsTakenAwayIsLeftToItsNewOwner() throws Exception {
    CompletableFuture<Void> looking = looksForEver();
    CompletableFuture<Void> done =
        runner.submit(request(source.headers().id().toString(), false), new Delivery(3, 7, false));
    looking.get(5, TimeUnit.SECONDS);

    runner.leave(4);
    assertThat(done).isNotDone();
    runner.leave(3);

    assertThatThrownBy(() -> done.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TaskRunner.LeftToOthersException.class);
    assertThat(epochs).containsExactly(7L);
    assertThat(events).noneMatch(event -> event instanceof TaskEvent.Finished);
  }

  @Test
  void aTaskOfADeletedSourceEnds() throws Exception {
    CompletableFuture<Void> looking = looksForEver();
    CompletableFuture<Void> done = submit("task");
    looking.get(5, TimeUnit.SECONDS);

    runner.deleted(source);

    done.get(5, TimeUnit.SECONDS);
    assertThat(lastOutcome()).isInstanceOf(Outcome.Cancelled.class);
  }

  @Test
  void aTaskThatTakesTooLongFailsAndSaysWhichLimitItMet() throws Exception {
    looks.add(
        task -> {
          TimeUnit.HOURS.sleep(1);
          return new Round.LookAgain();
        });

    Outcome outcome = run(false);

    assertThat(failure(outcome)).isEqualTo(FailureKind.LimitExceeded);
    assertThat(((Outcome.Failed) outcome).failure().message()).contains("heddle.tasks.time-limit");
  }

  @Test
  void aCommitUnderWayIsWaitedFor() throws Exception {
    CompletableFuture<Void> looking = new CompletableFuture<>();
    CompletableFuture<Void> committed = new CompletableFuture<>();
    looks.add(
        task -> {
          task.report().stages().committing(true);
          looking.complete(null);
          committed.join();
          return advanced(0, "1", false);
        });
    CompletableFuture<Void> done = submit("task");
    looking.get(5, TimeUnit.SECONDS);

    runner.cancel(new IngestCancel(DATASET, "task", "too late"));
    committed.complete(null);

    done.get(5, TimeUnit.SECONDS);
    assertThat(lastOutcome()).isInstanceOf(Outcome.Success.class);
  }

  @Test
  void whatWasTakenBackIsNoCommitUnderWay() throws Exception {
    CompletableFuture<Void> takenBack = new CompletableFuture<>();
    looks.add(
        task -> {
          OfferProgress progress = new OfferProgress(task.report(), 1);
          progress.begun();
          progress.ended();
          progress.takenBack();
          takenBack.complete(null);
          TimeUnit.HOURS.sleep(1);
          return new Round.LookAgain();
        });
    CompletableFuture<Void> done = submit("task");
    takenBack.get(5, TimeUnit.SECONDS);

    runner.cancel(new IngestCancel(DATASET, "task", "no longer wanted"));

    done.get(5, TimeUnit.SECONDS);
    assertThat(lastOutcome()).isEqualTo(new Outcome.Cancelled("no longer wanted"));
  }

  @Test
  void whatWasCommittedBeforeTheTaskWasCancelledStaysItsOutcome() throws Exception {
    looks.add(task -> advanced(0, "1", true));
    CompletableFuture<Void> looking = looksForEver();
    CompletableFuture<Void> done =
        runner.submit(
            request(source.headers().id().toString(), true), new Delivery(0, 1, repeated));
    looking.get(5, TimeUnit.SECONDS);

    runner.cancel(new IngestCancel(DATASET, "task", "enough"));

    done.get(5, TimeUnit.SECONDS);
    assertThat(((Outcome.Success) lastOutcome()).blocks()).isEqualTo(1);
  }

  @Test
  void aStoreThatIsAwayIsWaitedFor() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    store =
        () -> {
          if (asked.incrementAndGet() < 2) {
            throw new ObjectStoreException(ObjectStoreException.Kind.UNAVAILABLE, "no answer");
          }
          return Optional.of(chain());
        };
    looks.add(task -> advanced(0, "1", false));

    runner
        .submit(request(source.headers().id().toString(), false), new Delivery(0, 1, repeated))
        .get(10, TimeUnit.SECONDS);

    assertThat(lastOutcome()).isInstanceOf(Outcome.Success.class);
    assertThat(asked).hasValue(2);
  }

  @Test
  void aStoreThatRefusesIsNotWaitedFor() throws Exception {
    store =
        () -> {
          throw new ObjectStoreException(ObjectStoreException.Kind.DENIED, "wrong key");
        };

    assertThat(failure(run(false))).isEqualTo(FailureKind.Unreachable);
  }

  @Test
  void anotherDatasetsTaskRunsBesideOneThatStandsStill() throws Exception {
    CompletableFuture<Void> release = new CompletableFuture<>();
    looks.add(
        task -> {
          release.join();
          return new Round.NothingNew("late", null);
        });
    List<CompletableFuture<Void>> stuck = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      stuck.add(submit("task-" + i));
    }
    await().until(() -> rounds.size() == 1);

    // Fails for want of its dataset, which it could not if it did not run.
    runner
        .submit(
            otherDataset(request("other", source.headers().id().toString(), false)),
            new Delivery(0, 1, repeated))
        .get(5, TimeUnit.SECONDS);

    assertThat(stuck).noneMatch(CompletableFuture::isDone);
    for (int i = 1; i < stuck.size(); i++) {
      looks.add(task -> new Round.NothingNew("at last", null));
    }
    release.complete(null);
    for (CompletableFuture<Void> each : stuck) {
      each.get(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void onlyWhatIsReadCountsAsAnAttemptThatMayBringTheProcessDown() throws Exception {
    List<Integer> counts = new ArrayList<>();
    looks.add(
        task -> {
          counts.add(new Attempts(dataDir).count("task"));
          new OfferProgress(task.report(), 1);
          counts.add(new Attempts(dataDir).count("task"));
          return advanced(0, "1", false);
        });

    run(false);

    assertThat(counts).containsExactly(1, 0);
  }

  /** The next look stands still until it is interrupted; done once it has begun. */
  private CompletableFuture<Void> looksForEver() {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    looks.add(
        task -> {
          begun.complete(null);
          TimeUnit.HOURS.sleep(1);
          return new Round.LookAgain();
        });
    return begun;
  }

  private static IngestRequest otherDataset(IngestRequest request) {
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    key[0] = 1;
    return new IngestRequest(
        request.taskId(),
        null,
        new DatasetId(key),
        request.datasetResourceId(),
        1,
        request.sourceId(),
        1,
        null,
        false,
        false);
  }

  private CompletableFuture<Void> submit(String taskId) {
    return runner.submit(
        request(taskId, source.headers().id().toString(), false), new Delivery(0, 1, repeated));
  }

  private Outcome run(boolean untilExhausted) throws Exception {
    runner
        .submit(
            request(source.headers().id().toString(), untilExhausted), new Delivery(0, 1, repeated))
        .get(10, TimeUnit.SECONDS);
    return lastOutcome();
  }

  private Outcome lastOutcome() {
    return ((TaskEvent.Finished) events.getLast()).outcome();
  }

  private static FailureKind failure(Outcome outcome) {
    return ((Outcome.Failed) outcome).failure().kind();
  }

  private static Round advanced(int round, String state, boolean hasMore) {
    return new Round.Advanced(commits(round + 1, 1, state, hasMore));
  }

  private static TaskCommits commits(int rounds, int blocks, String state, boolean hasMore) {
    return new TaskCommits(
        rounds,
        null,
        HASH,
        blocks,
        null,
        null,
        state(state),
        hasMore,
        new IngestSummary(2L * blocks, 2L * blocks, 0, 0, null, List.of()));
  }

  private static SourceState state(String value) {
    return new SourceState("it", SourceState.ETAG, value);
  }

  private static ChainSummary chain() {
    return ChainSummary.first(
        HASH,
        new MetadataBlock(
            Instant.EPOCH, null, 0, new MetadataEvent.Seed(DATASET, DatasetKind.Root)));
  }

  private static ChainSummary chainWithState() {
    return chain()
        .after(
            HASH,
            new MetadataBlock(
                Instant.EPOCH,
                HASH,
                1,
                new MetadataEvent.AddData(null, null, null, null, null, state("1"), null)));
  }

  private IngestRequest request(String sourceId, boolean untilExhausted) {
    return request("task", sourceId, untilExhausted);
  }

  private IngestRequest request(String taskId, String sourceId, boolean untilExhausted) {
    return new IngestRequest(
        taskId,
        null,
        DATASET,
        dataset.headers().id().toString(),
        1,
        sourceId,
        1,
        null,
        false,
        untilExhausted);
  }

  private void publish(Resource resource) {
    byte[] key = resource.headers().id().toString().getBytes(StandardCharsets.UTF_8);
    resources.accept(new ConsumerRecord<>("resources", 0, 0, key, ResourceJson.toBytes(resource)));
  }

  private static Resource resource(ResourceType type, ResourceSpec spec) {
    Instant now = Instant.parse("2025-01-01T00:00:00Z");
    return new Resource(
        type,
        new ResourceHeaders(
            UUID.randomUUID(),
            new ResourceName("it"),
            new Account(UUID.randomUUID(), null, new ResourceName("heddle")),
            Map.of(),
            Map.of(),
            List.of(),
            1,
            1,
            now,
            now,
            null),
        spec,
        ResourceStatus.PENDING);
  }
}
