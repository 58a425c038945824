package io.heddle.ingress.task;

import io.heddle.chain.SourceState;
import io.heddle.chain.Vocabulary;
import io.heddle.ingress.offer.Ingestion;
import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.preprocess.DatasetNames;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.push.MessageTimes;
import io.heddle.ingress.push.PushRange;
import io.heddle.ingress.push.PushTopics;
import io.heddle.ingress.push.PushedDocuments;
import io.heddle.ingress.push.PushedRows;
import io.heddle.ingress.push.PushedRows.Origin;
import io.heddle.ingress.push.TopicPositions;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.kafka.DeadLetters;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.message.Topics;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what was pushed to a source since the dataset's last state of it.
 *
 * <p>A record that cannot be read, or that the aggregate refuses by its row, becomes a dead letter;
 * the state moves past it. It becomes one again if the ingestion has to be repeated.
 */
final class PushIngest implements SourceIngest {
  /** So many records of one ingestion may be refused by the aggregate before the task gives up. */
  private static final int MAX_REFUSED = 100;

  private final PushTopics topics;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Producer<byte[], byte[]> producer;
  private final Topics names;
  private final Readers readers;
  private final RowPipeline pipeline;
  private final Offers offers;
  private final CpuPool cpu;
  private final BufferAllocator memory;
  private final TaskSettings settings;

  /**
   * @param consumers gives new consumers, which read committed and have no group
   * @param producer for dead letters
   */
  PushIngest(
      PushTopics topics,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Producer<byte[], byte[]> producer,
      Topics names,
      Readers readers,
      RowPipeline pipeline,
      Offers offers,
      CpuPool cpu,
      BufferAllocator memory,
      TaskSettings settings) {
    this.topics = topics;
    this.consumers = consumers;
    this.producer = producer;
    this.names = names;
    this.readers = readers;
    this.pipeline = pipeline;
    this.offers = offers;
    this.cpu = cpu;
    this.memory = memory;
    this.settings = settings;
  }

  /**
   * @param rows null: no record could be read
   */
  private record Taken(
      RowPipeline.@Nullable Spooled rows,
      SourceState state,
      boolean hasMore,
      List<String> notes,
      PushedRows origins) {}

  @Override
  public Round look(TaskContext task) throws InterruptedException {
    if (task.source().preprocess() != null) {
      SqlPreprocess.requireSupported(task.source().preprocess());
    }
    Map<Origin, String> excluded = new HashMap<>();
    while (true) {
      Optional<Taken> taken = cpu.run(CpuPool.Kind.of(task.source()), () -> take(task, excluded));
      if (taken.isEmpty()) {
        return new Round.NothingNew("no record was pushed since the last ingest", null);
      }
      OfferOutcome outcome = offer(task, taken.get());
      if (outcome instanceof OfferOutcome.Failed(Failure failure)
          && task.source().preprocess() == null
          && taken.get().rows() != null
          && failure.kind().actor() == FailureKind.Actor.USER
          && failure.details().get("row") instanceof Number row
          && excluded.size() < MAX_REFUSED) {
        Origin origin = taken.get().origins().originOf(row.longValue());
        excluded.put(new Origin(0, origin.partition(), origin.offset()), failure.message());
      } else {
        return Round.of(
            outcome, task.attempt().round(), taken.get().hasMore(), taken.get().notes());
      }
    }
  }

  private Optional<Taken> take(TaskContext task, Map<Origin, String> excluded)
      throws InterruptedException {
    task.report().running(Phase.Ingress);
    TopicDescription topic = topics.ensure(task.resource());
    TopicPositions from =
        task.source().stateIn(task.chain()).flatMap(TopicPositions::of).orElse(null);
    try (Consumer<byte[], byte[]> consumer = consumers.get();
        BufferAllocator allocator =
            memory.newChildAllocator(task.request().taskId(), 0, settings.memoryBytes())) {
      PushRange range = PushRange.between(consumer, topic, from);
      if (range.isEmpty()) {
        return Optional.empty();
      }
      PushedDocuments documents = new PushedDocuments(consumer, range, settings.maxPushRecords());
      List<Future<?>> deadLetters = new ArrayList<>();
      Taken taken = spool(task, documents, excluded, deadLetters, allocator);
      awaitAll(deadLetters);
      task.report().done(Phase.Ingress, null, null, documents.records());
      return documents.records() == 0 ? Optional.empty() : Optional.of(taken);
    }
  }

  private Taken spool(
      TaskContext task,
      PushedDocuments documents,
      Map<Origin, String> excluded,
      List<Future<?>> deadLetters,
      BufferAllocator allocator) {
    Vocabulary dataset = task.chain().vocabulary();
    PushedRows pushed =
        new PushedRows(
            documents,
            readers,
            task.source().read(),
            new ReadContext(
                allocator, settings.batchRows(), settings.batchBytes(), settings.maxValueChars()),
            times(task, dataset),
            excluded,
            (message, kind, reason) ->
                deadLetters.add(producer.send(DeadLetters.of(message, names, kind.name(), reason))),
            task.folder());
    task.report().skipped(Phase.Prepare, "pushed records are read as they come");
    RowPipeline.Spooled rows = null;
    // Without any record that can be read there is no table, rather than an empty one.
    if (pushed.open()) {
      rows =
          pipeline.spool(
              child -> pushed, task.source(), dataset, allocator, task.folder(), task.report());
    } else {
      pushed.close();
    }
    List<String> notes = new ArrayList<>(rows == null ? List.of() : rows.notes());
    if (!deadLetters.isEmpty()) {
      notes.add(
          "%d of %d pushed records could not be taken and lie in %s"
              .formatted(deadLetters.size(), documents.records(), names.deadLetters()));
    }
    return new Taken(
        rows,
        documents.positions().toState(task.source().stateName()),
        documents.hasMore(),
        notes,
        pushed);
  }

  private static MessageTimes times(TaskContext task, Vocabulary dataset) {
    Vocabulary names = task.source().vocabulary() == null ? dataset : task.source().vocabulary();
    DataType type =
        task.chain()
            .schema()
            .flatMap(schema -> schema.field(dataset.eventTimeColumn()))
            .map(field -> field.type())
            .orElse(MessageTimes.MILLISECONDS);
    return new MessageTimes(names.eventTimeColumn(), task.source().preprocess() == null, type);
  }

  private OfferOutcome offer(TaskContext task, Taken taken) throws InterruptedException {
    Vocabulary dataset = task.chain().vocabulary();
    Long perSlice = task.request().targetRecordsPerSlice();
    RowPipeline.Spooled rows = taken.rows();
    Ingestion ingestion =
        new Ingestion(
            task.request().dataset(),
            task.request().taskId(),
            task.attempt(),
            task.request().datasetResourceId(),
            task.source().stateName(),
            task.source().stateIn(task.chain()).orElse(null),
            taken.state(),
            DatasetNames.of(task.source().vocabulary(), dataset).merge(task.source().merge()),
            dataset,
            task.source().declaresColumns(),
            null,
            perSlice == null ? (Long) settings.pushRecordsPerSlice() : perSlice,
            rows == null ? null : rows.spool(),
            taken.hasMore());
    return offers.offer(
        ingestion, new OfferProgress(task.report(), rows == null ? 0 : rows.spool().rows()));
  }

  private static void awaitAll(List<Future<?>> deadLetters) throws InterruptedException {
    for (Future<?> deadLetter : deadLetters) {
      try {
        deadLetter.get();
      } catch (ExecutionException e) {
        throw new IngestException(
            FailureKind.Unreachable,
            "a record cannot be put to the dead letters: " + e.getMessage(),
            e);
      }
    }
  }
}
