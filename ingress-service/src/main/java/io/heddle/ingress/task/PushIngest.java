package io.heddle.ingress.task;

import io.heddle.ingress.offer.Ingestion;
import io.heddle.ingress.offer.OfferOutcome;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.preprocess.DatasetNames;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.push.Exports;
import io.heddle.ingress.push.Exports.Export;
import io.heddle.ingress.push.Exports.Found;
import io.heddle.ingress.push.MessageReader;
import io.heddle.ingress.push.MessageTimes;
import io.heddle.ingress.push.PushDeadLetters;
import io.heddle.ingress.push.PushDefinition;
import io.heddle.ingress.push.PushRange;
import io.heddle.ingress.push.PushTopics;
import io.heddle.ingress.push.PushedDocuments;
import io.heddle.ingress.push.PushedRows;
import io.heddle.ingress.push.PushedRows.Position;
import io.heddle.ingress.push.RowRules;
import io.heddle.ingress.push.TopicPositions;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.message.Topics;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Failure;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what was pushed to a source since the dataset's last state of it. One for each task.
 *
 * <p>A Snapshot takes one export after another, up to those that were there when the task began;
 * each is an ingestion of its own, and one that cannot be taken as a whole is not taken at all. For
 * the other strategies all records are one table. What is not taken becomes dead letters, each
 * message once, and the state moves past it.
 */
final class PushIngest implements SourceIngest {
  /** The parts that all tasks share. */
  record Parts(
      PushTopics topics,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Producer<byte[], byte[]> producer,
      Topics names,
      Preparation preparation,
      Readers readers,
      RowPipeline pipeline,
      Offers offers,
      CpuPool cpu,
      BufferAllocator memory,
      TaskSettings settings) {}

  private final Parts parts;
  private final PushDeadLetters deadLetters;
  private final Suspects suspects;
  private @Nullable SortedMap<Integer, Long> until;
  private boolean goesOn;

  PushIngest(Parts parts) {
    this.parts = parts;
    this.deadLetters = new PushDeadLetters(parts.producer(), parts.names());
    this.suspects = new Suspects(parts.settings().maxPushRecords());
  }

  /** What a look found in the topic. */
  private sealed interface Taken {
    record Nothing(String reason) implements Taken {}

    /**
     * @param rows null: no row is left
     * @param refused how many messages are dead letters
     */
    record Rows(
        RowPipeline.@Nullable Spooled rows, TopicPositions after, boolean hasMore, long refused)
        implements Taken {}

    /** These messages cannot be one table, for a reason that lies in one of them. */
    record Unusable(Failure failure) implements Taken {}
  }

  @Override
  public Round look(TaskContext task) throws InterruptedException {
    if (task.source().preprocess() != null) {
      SqlPreprocess.requireSupported(task.source().preprocess());
    }
    if (task.source().pushed().takesExports()) {
      goesOn = true;
      return lookAtExports(task);
    }
    return lookAtRecords(task);
  }

  /** Exports and records among refused ones are taken in several rounds, which nobody asks for. */
  @Override
  public boolean goesOn() {
    return goesOn;
  }

  private Round lookAtRecords(TaskContext task) throws InterruptedException {
    while (true) {
      task.report().stages().reading();
      PushedRows[] read = new PushedRows[1];
      Taken taken = parts.cpu().run(CpuPool.Kind.of(task.source()), () -> takeRecords(task, read));
      Failure failure;
      switch (taken) {
        case Taken.Nothing(var reason) -> {
          return new Round.NothingNew(reason, null);
        }
        case Taken.Unusable(var why) -> failure = why;
        case Taken.Rows rows -> {
          OfferOutcome outcome = offer(task, rows);
          if (!(outcome instanceof OfferOutcome.Failed(var why)) || rows.rows() == null) {
            return advanced(task, outcome, rows);
          }
          failure = why;
        }
      }
      if (!suspects.narrow(read[0], failure, task.source().preprocess() == null)) {
        return new Round.Failed(new Outcome.Failed(failure));
      }
    }
  }

  private Round advanced(TaskContext task, OfferOutcome outcome, Taken.Rows rows) {
    if (outcome instanceof OfferOutcome.InChain) {
      goesOn = goesOn || suspects.isNarrowed();
      suspects.passed();
      deadLetters.passed(rows.after());
    }
    return Round.of(outcome, task.attempt().round(), rows.hasMore(), notes(rows), rows.refused());
  }

  private List<String> notes(Taken.Rows taken) {
    List<String> notes = taken.rows() == null ? List.of() : taken.rows().notes();
    return taken.refused() == 0
        ? notes
        : Stream.concat(
                notes.stream(),
                Stream.of(
                    "pushed records that could not be taken lie in " + parts.names().deadLetters()))
            .toList();
  }

  private Taken takeRecords(TaskContext task, PushedRows[] read) throws InterruptedException {
    task.report().running(Phase.Ingress);
    try (Consumer<byte[], byte[]> consumer = parts.consumers().get();
        BufferAllocator allocator = allocator(task)) {
      PushRange range = range(task, consumer);
      PushedDocuments documents = new PushedDocuments(consumer, range, suspects.window());
      Map<Position, Failure> refused = new HashMap<>();
      PushedRows rows =
          rows(
              task,
              documents,
              allocator,
              (message, failure) -> {
                refused.put(message, failure);
                if (refused.size() >= Suspects.REFUSED_AT_ONCE) {
                  suspects.narrowTo(documents.records());
                  documents.endHere();
                }
              });
      read[0] = rows;
      RowPipeline.Spooled spooled;
      try {
        spooled = spool(task, rows, allocator);
      } catch (IngestException e) {
        return new Taken.Unusable(e.failure());
      }
      task.report().done(Phase.Ingress, null, null, documents.records());
      if (documents.records() == 0) {
        return new Taken.Nothing("no record was pushed since the last ingest");
      }
      if (!refused.isEmpty()) {
        deadLetters.send(
            new PushedDocuments(consumer, range.upTo(documents.positions().next()), Long.MAX_VALUE),
            refused::get);
      }
      return new Taken.Rows(spooled, documents.positions(), documents.hasMore(), refused.size());
    }
  }

  private Round lookAtExports(TaskContext task) throws InterruptedException {
    Export[] found = new Export[1];
    Taken taken = parts.cpu().run(CpuPool.Kind.of(task.source()), () -> takeExport(task, found));
    switch (taken) {
      case Taken.Nothing(var reason) -> {
        return new Round.NothingNew(reason, null);
      }
      case Taken.Unusable(var failure) -> {
        return new Round.Failed(new Outcome.Failed(failure));
      }
      case Taken.Rows rows -> {
        OfferOutcome outcome = offer(task, rows);
        if (outcome instanceof OfferOutcome.Failed(var failure)
            && rows.rows() != null
            && Suspects.isOfTheData(failure)) {
          Taken.Rows without = refuse(task, found[0], failure, rows.hasMore());
          return advanced(task, offer(task, without), without);
        }
        return advanced(task, outcome, rows);
      }
    }
  }

  private Taken takeExport(TaskContext task, Export[] found) throws InterruptedException {
    task.report().running(Phase.Ingress);
    try (Consumer<byte[], byte[]> consumer = parts.consumers().get();
        BufferAllocator allocator = allocator(task)) {
      PushRange range = range(task, consumer);
      until = until == null ? range.end() : until;
      Exports exports = exports(task, consumer, range.upTo(until));
      switch (exports.next()) {
        case Found.Nothing ignored -> {
          return new Taken.Nothing("no export was pushed since the last ingest");
        }
        case Found.Waiting(var reason) -> {
          return new Taken.Nothing(reason);
        }
        case Found.Broken(var part, var failure) -> {
          found[0] = part;
          return refuse(task, part, failure, hasMore(task, consumer, range, part));
        }
        case Found.Whole(var export) -> {
          found[0] = export;
          boolean hasMore = hasMore(task, consumer, range, export);
          task.report().done(Phase.Ingress, null, null, export.messages());
          try {
            PushedRows rows =
                rows(
                    task,
                    exports.documents(export),
                    allocator,
                    (message, failure) -> {
                      throw new IngestException(failure);
                    });
            return new Taken.Rows(spool(task, rows, allocator), export.after(), hasMore, 0);
          } catch (IngestException e) {
            if (!Suspects.isOfTheData(e.failure())) {
              throw e;
            }
            return refuse(task, export, e.failure(), hasMore);
          }
        }
      }
    }
  }

  private boolean hasMore(
      TaskContext task, Consumer<byte[], byte[]> consumer, PushRange range, Export export) {
    PushRange rest = new PushRange(range.topic(), export.after(), range.end());
    return !(exports(task, consumer, rest).next() instanceof Found.Nothing);
  }

  private Exports exports(TaskContext task, Consumer<byte[], byte[]> consumer, PushRange range) {
    return new Exports(
        consumer,
        range,
        task.clock().instant(),
        parts.settings().exportPatience(),
        parts.settings().maxPushRecords());
  }

  /** An export is refused as a whole, and each of its messages becomes a dead letter. */
  private Taken.Rows refuse(TaskContext task, Export export, Failure failure, boolean hasMore)
      throws InterruptedException {
    try (Consumer<byte[], byte[]> consumer = parts.consumers().get()) {
      Exports exports = exports(task, consumer, range(task, consumer));
      deadLetters.send(exports.documents(export), message -> failure);
    }
    return new Taken.Rows(null, export.after(), hasMore, export.messages());
  }

  private BufferAllocator allocator(TaskContext task) {
    return parts
        .memory()
        .newChildAllocator(task.request().taskId(), 0, parts.settings().memoryBytes());
  }

  private PushRange range(TaskContext task, Consumer<byte[], byte[]> consumer)
      throws InterruptedException {
    return PushRange.between(
        consumer,
        parts.topics().ensure(task.resource()),
        task.source().stateIn(task.chain()).flatMap(TopicPositions::of).orElse(null));
  }

  private PushedRows rows(
      TaskContext task,
      PushedDocuments documents,
      BufferAllocator allocator,
      PushedRows.Refusals refusals) {
    TaskSettings settings = parts.settings();
    Vocabulary dataset = task.chain().vocabulary();
    Vocabulary names = task.source().vocabulary() == null ? dataset : task.source().vocabulary();
    PushDefinition definition = task.source().pushed();
    return new PushedRows(
        documents,
        new MessageReader(
            definition,
            parts.preparation(),
            parts.readers(),
            settings.maxValueChars(),
            task.folder()),
        new ReadContext(
            allocator, settings.batchRows(), settings.batchBytes(), settings.maxValueChars()),
        times(task, names, dataset),
        task.source().preprocess() == null
            ? RowRules.of(definition.merge(), names, dataset, task.chain().schema())
            : RowRules.NONE,
        suspects.excluded(),
        refusals);
  }

  /** Null when no record can be read: there is no table then, rather than an empty one. */
  private RowPipeline.@Nullable Spooled spool(
      TaskContext task, PushedRows rows, BufferAllocator allocator) {
    if (task.source().prepare().isEmpty()) {
      task.report().skipped(Phase.Prepare, "the source has no prepare steps");
    } else {
      task.report().running(Phase.Prepare);
    }
    try {
      if (!rows.open()) {
        rows.close();
        return null;
      }
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
    return parts
        .pipeline()
        .spool(
            child -> rows,
            task.source(),
            task.chain().vocabulary(),
            allocator,
            task.folder(),
            task.report());
  }

  private static MessageTimes times(TaskContext task, Vocabulary names, Vocabulary dataset) {
    DataType type =
        task.chain()
            .schema()
            .flatMap(schema -> schema.field(dataset.eventTimeColumn()))
            .map(field -> field.type())
            .orElse(MessageTimes.MILLISECONDS);
    return new MessageTimes(names.eventTimeColumn(), task.source().preprocess() == null, type);
  }

  private OfferOutcome offer(TaskContext task, Taken.Rows taken) throws InterruptedException {
    Vocabulary dataset = task.chain().vocabulary();
    Long perSlice = task.request().targetRecordsPerSlice();
    RowPipeline.Spooled rows = taken.rows();
    SourceState after = taken.after().toState(task.source().stateName());
    Ingestion ingestion =
        new Ingestion(
            task.request().dataset(),
            task.request().taskId(),
            task.attempt(),
            task.request().datasetResourceId(),
            task.source().stateName(),
            task.source().stateIn(task.chain()).orElse(null),
            after,
            DatasetNames.of(task.source().vocabulary(), dataset).merge(task.source().merge()),
            dataset,
            task.source().declaresColumns(),
            null,
            null,
            perSlice == null ? (Long) parts.settings().pushRecordsPerSlice() : perSlice,
            rows == null ? null : rows.spool(),
            taken.hasMore());
    return parts
        .offers()
        .offer(ingestion, new OfferProgress(task.report(), rows == null ? 0 : rows.spool().rows()));
  }
}
