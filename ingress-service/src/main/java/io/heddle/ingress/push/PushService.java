package io.heddle.ingress.push;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.ingress.spool.TaskFolders.TaskFolder;
import io.heddle.odf.Ingress;
import io.heddle.odf.Ingress.OverflowPolicy;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Resource;
import io.heddle.resource.SourceSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;

/** Takes pushed records, and tells what became of them. */
public final class PushService {
  private static final int BATCH_ROWS = 1024;
  private static final int BATCH_BYTES = 1 << 20;
  private static final long LOOK_MILLIS = 100;

  /** What comes with a push. */
  public record Push(
      InputStream body,
      @Nullable String contentType,
      @Nullable String contentEncoding,
      @Nullable String contentDigest,
      @Nullable String eventTime) {}

  /**
   * How full a buffer is.
   *
   * @param records that not all datasets have ingested
   */
  public record Level(long records, long capacity, String topic) {}

  /**
   * What a push led to.
   *
   * @param receipt null: there was no record
   */
  public record Accepted(
      Resource source, @Nullable Receipt receipt, Level level, boolean committed) {}

  /**
   * What reads the bodies.
   *
   * @param definitions how a source takes what is pushed to it
   * @param maxRecords the most records of an export
   */
  public record Reading(
      Function<Resource, PushDefinition> definitions,
      Preparation preparation,
      Readers readers,
      TaskFolders folders,
      BufferAllocator memory,
      int maxValueChars,
      long maxRecords) {}

  private final PushSources sources;
  private final PushTopics topics;
  private final PushProgress progress;
  private final BufferLevels levels;
  private final Receipts receipts;
  private final PushWriter writer;
  private final Reading reading;
  private final InstantSource clock;
  private final Supplier<String> bodyIds;
  private final PushConfig config;

  /**
   * @param bodyIds gives ids that nobody can guess, of small letters and digits
   */
  public PushService(
      PushSources sources,
      PushTopics topics,
      PushProgress progress,
      BufferLevels levels,
      Receipts receipts,
      PushWriter writer,
      Reading reading,
      InstantSource clock,
      Supplier<String> bodyIds,
      PushConfig config) {
    this.sources = sources;
    this.topics = topics;
    this.progress = progress;
    this.levels = levels;
    this.receipts = receipts;
    this.writer = writer;
    this.reading = reading;
    this.clock = clock;
    this.bodyIds = bodyIds;
    this.config = config;
  }

  /**
   * Stores all records of a push or none.
   *
   * @throws ProblemException when it cannot be taken
   */
  public Accepted push(String ref, Push push) throws InterruptedException {
    Resource source = sources.find(ref);
    SourceSpec spec = (SourceSpec) source.spec();
    PushDefinition definition = reading.definitions().apply(source);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    try (TaskFolder folder = reading.folders().create();
        BufferAllocator allocator = reading.memory().newChildAllocator("push", 0, Long.MAX_VALUE)) {
      PushBody body =
          PushBody.receive(
              push.body(),
              push.contentEncoding(),
              push.contentDigest(),
              config.maxBody().asLongValue(),
              folder.path().resolve("body"));
      PushDocuments documents =
          new PushDocuments(
              reading.preparation(),
              reading.readers(),
              new ReadContext(allocator, BATCH_ROWS, BATCH_BYTES, reading.maxValueChars()));
      PushDocuments.Read read = documents.read(body, definition, push.contentType(), folder.path());
      TopicDescription topic = topics.ensure(source);
      Level level = level(source, topic);
      boolean empty = read.records() == 0 && read.documents() == 0;
      if (read.records() == 0 && !definition.takesExports()) {
        return new Accepted(source, null, level, false);
      }
      requireRoom(spec, level, Math.max(1, read.documents()));
      requireTakeable(definition, read);
      String id = bodyIds.get();
      PushWriter.Stored stored =
          writer.write(
              topic.name(),
              topic.partitions().size(),
              definition.takesExports(),
              new PushWriter.Body(id, read, empty, now, push.eventTime()));
      Receipt receipt =
          new Receipt(
              stored.partition(),
              stored.firstOffset(),
              stored.lastOffset(),
              read.records(),
              body.bytes(),
              now,
              id);
      long waiting = level.records() + Math.max(1, read.documents());
      return new Accepted(
          source, receipt, new Level(waiting, level.capacity(), level.topic()), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an ingest would refuse as a whole is refused at once. */
  private void requireTakeable(PushDefinition definition, PushDocuments.Read read) {
    if (definition.takesExports() && read.documents() > reading.maxRecords()) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "the export has %d records; one may have %d (heddle.tasks.max-push-records)"
              .formatted(read.documents(), reading.maxRecords()));
    }
  }

  private void requireRoom(SourceSpec spec, Level level, long records) {
    if (policy(spec) == OverflowPolicy.DropOldest) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED, "buffers that drop their oldest records are not supported yet");
    }
    if (records > level.capacity()) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "%d records are more than the whole buffer holds (%d)"
              .formatted(records, level.capacity()));
    }
    if (level.records() + records > level.capacity()) {
      throw new ProblemException(
          ProblemDetail.of(
                  Problem.BUFFER_FULL,
                  "%d records wait to be ingested and the buffer holds %d; try again later"
                      .formatted(level.records(), level.capacity()))
              .with("capacity", level.capacity())
              .with("records", level.records()));
    }
  }

  /** How full the buffer of a source is. */
  public Level level(String ref) throws InterruptedException {
    Resource source = sources.find(ref);
    return level(source, topics.ensure(source));
  }

  private Level level(Resource source, TopicDescription topic) throws InterruptedException {
    TopicPositions behind =
        progress
            .behindAll(source, PushTopics.stateName(source), topic.topicId().toString())
            .orElse(null);
    return new Level(
        levels.count(topic, behind), capacity((SourceSpec) source.spec()), topic.name());
  }

  private long capacity(SourceSpec spec) {
    return spec.effectiveIngress()
                instanceof Ingress.RestEndpoint(Ingress.Buffer.Memory(Long size, var policy))
            && size != null
        ? size
        : config.bufferSize();
  }

  private static OverflowPolicy policy(SourceSpec spec) {
    return spec.effectiveIngress()
                instanceof
                Ingress.RestEndpoint(Ingress.Buffer.Memory(var size, OverflowPolicy policy))
            && policy != null
        ? policy
        : OverflowPolicy.Reject;
  }

  /**
   * A push by the id of its receipt.
   *
   * @throws ProblemException when there was no such push
   */
  public Accepted look(String ref, String receiptId) throws InterruptedException {
    Resource source = sources.find(ref);
    TopicDescription topic = topics.ensure(source);
    Receipt receipt = Receipt.parse(receiptId).orElse(null);
    if (receipt == null || !receipts.wasGiven(topic, receipt)) {
      throw new ProblemException(
          Problem.RECEIPT_NOT_FOUND, "%s gave no receipt %s".formatted(source.handle(), receiptId));
    }
    return new Accepted(source, receipt, level(source, topic), isCommitted(source, topic, receipt));
  }

  private boolean isCommitted(Resource source, TopicDescription topic, Receipt receipt) {
    return progress.isCommitted(
        source, PushTopics.stateName(source), topic.topicId().toString(), receipt);
  }

  /**
   * Waits until every dataset that the source feeds has the records, or {@code patience} is over.
   */
  public Accepted awaitCommit(Accepted accepted, Duration patience) throws InterruptedException {
    Receipt receipt = accepted.receipt();
    if (receipt == null) {
      return accepted;
    }
    TopicDescription topic = topics.ensure(accepted.source());
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      if (isCommitted(accepted.source(), topic, receipt)) {
        return new Accepted(accepted.source(), receipt, level(accepted.source(), topic), true);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return accepted;
  }

  /** The blocks that brought the records of a receipt. */
  List<PushProgress.Commit> commits(Accepted accepted) throws InterruptedException {
    Receipt receipt = accepted.receipt();
    Optional<TopicDescription> topic = topics.describe(topics.name(accepted.source()));
    return receipt == null || topic.isEmpty()
        ? List.of()
        : progress.commits(
            accepted.source(),
            PushTopics.stateName(accepted.source()),
            topic.get().topicId().toString(),
            receipt);
  }

  /** The records of a receipt that could not be taken. */
  Receipts.Letters letters(Accepted accepted) throws InterruptedException {
    Receipt receipt = accepted.receipt();
    return receipt == null
        ? Receipts.Letters.NONE
        : receipts.letters(topics.name(accepted.source()), receipt);
  }
}
