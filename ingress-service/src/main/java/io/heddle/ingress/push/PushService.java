package io.heddle.ingress.push;

import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.ingress.spool.TaskFolders.TaskFolder;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Resource;
import io.heddle.resource.SourceSpec;
import io.heddle.source.Ingress;
import io.heddle.source.Ingress.OverflowPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

  private final PushSources sources;
  private final PushTopics topics;
  private final PushProgress progress;
  private final BufferLevels levels;
  private final PushWriter writer;
  private final Readers readers;
  private final TaskFolders folders;
  private final BufferAllocator memory;
  private final InstantSource clock;
  private final PushConfig config;
  private final int maxValueChars;

  public PushService(
      PushSources sources,
      PushTopics topics,
      PushProgress progress,
      BufferLevels levels,
      PushWriter writer,
      Readers readers,
      TaskFolders folders,
      BufferAllocator memory,
      InstantSource clock,
      PushConfig config,
      int maxValueChars) {
    this.sources = sources;
    this.topics = topics;
    this.progress = progress;
    this.levels = levels;
    this.writer = writer;
    this.readers = readers;
    this.folders = folders;
    this.memory = memory;
    this.clock = clock;
    this.config = config;
    this.maxValueChars = maxValueChars;
  }

  /**
   * Stores all records of a push or none.
   *
   * @throws ProblemException when it cannot be taken
   */
  public Accepted push(String ref, Push push) throws InterruptedException {
    Resource source = sources.find(ref);
    SourceSpec spec = (SourceSpec) source.spec();
    Instant now = clock.instant();
    try (TaskFolder folder = folders.create();
        BufferAllocator allocator = memory.newChildAllocator("push", 0, Long.MAX_VALUE)) {
      PushBody body =
          PushBody.receive(
              push.body(),
              push.contentEncoding(),
              push.contentDigest(),
              config.maxBody().asLongValue(),
              folder.path().resolve("body"));
      PushDocuments documents =
          new PushDocuments(
              readers, new ReadContext(allocator, BATCH_ROWS, BATCH_BYTES, maxValueChars));
      PushDocuments.Read read =
          documents.read(
              body, spec.read(), spec.effectiveMerge(), push.contentType(), folder.path());
      TopicDescription topic = topics.ensure(source);
      Level level = level(source, topic);
      if (read.records() == 0) {
        return new Accepted(source, null, level, false);
      }
      requireRoom(spec, level, read.records());
      PushWriter.Stored stored =
          writer.write(topic.name(), topic.partitions().size(), read, push.eventTime());
      Receipt receipt =
          new Receipt(
              stored.partition(),
              stored.firstOffset(),
              stored.lastOffset(),
              read.records(),
              body.bytes(),
              now);
      Level after =
          new Level(level.records() + stored.documents(), level.capacity(), level.topic());
      return new Accepted(source, receipt, after, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
  public Level level(String ref) {
    Resource source = sources.find(ref);
    return level(source, topics.ensure(source));
  }

  private Level level(Resource source, TopicDescription topic) {
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
  public Accepted look(String ref, String receiptId) {
    Resource source = sources.find(ref);
    TopicDescription topic = topics.ensure(source);
    Receipt receipt =
        Receipt.parse(receiptId)
            .filter(found -> found.partition() < topic.partitions().size())
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.RECEIPT_NOT_FOUND,
                        "%s gave no receipt %s".formatted(source.handle(), receiptId)));
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
  List<PushProgress.Commit> commits(Accepted accepted) {
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
}
