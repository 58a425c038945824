package io.heddle.commit.decision;

import static org.awaitility.Awaitility.await;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.staging.SliceFiles;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.FlakyStore;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.process.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;

/** A desk that owns partition 0, over a store in memory and a folder on the disk. */
public final class DeskHarness implements AutoCloseable, Answers, CommitEvents {
  static final Duration STORE_PATIENCE = Duration.ofMinutes(30);

  final FlakyStore store = new FlakyStore(new InMemoryObjectStore());
  final List<CommitResult> answers = new CopyOnWriteArrayList<>();
  final Map<Integer, Position> positions = new ConcurrentHashMap<>();
  final Set<String> waiting = ConcurrentHashMap.newKeySet();
  final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  final RootAllocator allocator = new RootAllocator();
  final StagingFolder staging;
  final Path folder;
  private final DataFolder data;
  private final SliceWorkers workers;
  private long stagingLimit = Long.MAX_VALUE;
  private DecisionDesk desk;
  private long nextOffset;

  /** What announcing does first; for answers that cannot be announced. */
  volatile Answers toAnnounce = new Announcing();

  /** Keeps what it is told. */
  private final class Announcing implements Answers {
    @Override
    public Optional<String> obstacleTo(CommitResult result) {
      return Optional.empty();
    }

    @Override
    public void announce(CommitResult result) {
      answers.add(result);
    }
  }

  public DeskHarness(Path dataDir) {
    data = DataFolder.lock(dataDir);
    folder = dataDir.resolve("staging");
    staging = new StagingFolder(data);
    workers = new SliceWorkers(new SliceFiles(staging, allocator, 64 << 20), 1);
    desk = newDesk();
    assign(0);
  }

  public DecisionDesk desk() {
    return desk;
  }

  /** Starts anew with another room on the disk. */
  void limitStaging(long bytes) {
    desk.revoke(0);
    stagingLimit = bytes;
    desk = newDesk();
    assign(0);
  }

  private DecisionDesk newDesk() {
    DeskTools tools =
        new DeskTools(
            staging,
            workers,
            this::storage,
            this,
            positions::put,
            this,
            store::answers,
            stagingLimit,
            STORE_PATIENCE,
            now::get);
    return new DecisionDesk(tools, Duration.ofMinutes(2));
  }

  /** Reads the partition again from {@code offset}. */
  void assign(long offset, String... answered) {
    desk.assign(0, new Position(offset, Set.of(answered)));
    nextOffset = offset;
  }

  DatasetStorage storage(DatasetId dataset) {
    return DatasetStorage.of(store, dataset);
  }

  void send(List<CommitRequest> messages) throws InterruptedException {
    for (CommitRequest message : messages) {
      desk.accept(0, nextOffset++, message);
    }
  }

  void send(CommitRequest... messages) throws InterruptedException {
    send(List.of(messages));
  }

  void skip(DatasetId dataset, String decisionId) {
    desk.skip(0, nextOffset++, dataset, decisionId);
  }

  CommitResult answer(int number) {
    await().atMost(Duration.ofSeconds(20)).until(() -> answers.size() > number);
    return answers.get(number);
  }

  void passes(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  long filesLeft() throws IOException {
    if (Files.notExists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Override
  public Optional<String> obstacleTo(CommitResult result) {
    return toAnnounce.obstacleTo(result);
  }

  @Override
  public void announce(CommitResult result) throws InterruptedException {
    toAnnounce.announce(result);
  }

  @Override
  public void committed(Committed result, long rows, boolean repeated, Duration took) {
    waiting.remove(result.decisionId());
  }

  @Override
  public void rejected(Rejected result) {
    waiting.remove(result.decisionId());
  }

  @Override
  public void waiting(DatasetId dataset, String decisionId, ObjectStoreException cause) {
    waiting.add(decisionId);
  }

  @Override
  public void givenUp(String decisionId) {
    waiting.remove(decisionId);
  }

  @Override
  public void close() {
    desk.revoke(0);
    await().untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(filesLeft()).isZero());
    workers.close();
    allocator.close();
    data.close();
  }
}
