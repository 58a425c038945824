package io.heddle.ingress.task;

import io.heddle.chain.SourceState;
import io.heddle.chain.Vocabulary;
import io.heddle.hash.HashingOutputStream;
import io.heddle.ingress.fetch.ContentMemory;
import io.heddle.ingress.fetch.FetchContext;
import io.heddle.ingress.fetch.FetchResult;
import io.heddle.ingress.fetch.FetchedFile;
import io.heddle.ingress.fetch.Fetchers;
import io.heddle.ingress.offer.Ingestion;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PreparedFile;
import io.heddle.ingress.preprocess.DatasetNames;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.read.EmptyInput;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.PrepStep;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Looks at a source that is polled: fetch, prepare, read, preprocess, offer. */
final class PollingIngest implements SourceIngest {
  private static final String SAME_CONTENT =
      "the source has the same content as before, under a new validator";

  private final Fetchers fetchers;
  private final ContentMemory contents;
  private final Preparation preparation;
  private final Readers readers;
  private final RowPipeline pipeline;
  private final Offers offers;
  private final CpuPool cpu;
  private final BufferAllocator memory;
  private final TaskSettings settings;

  PollingIngest(
      Fetchers fetchers,
      ContentMemory contents,
      Preparation preparation,
      Readers readers,
      RowPipeline pipeline,
      Offers offers,
      CpuPool cpu,
      BufferAllocator memory,
      TaskSettings settings) {
    this.fetchers = fetchers;
    this.contents = contents;
    this.preparation = preparation;
    this.readers = readers;
    this.pipeline = pipeline;
    this.offers = offers;
    this.cpu = cpu;
    this.memory = memory;
    this.settings = settings;
  }

  @Override
  public Round look(TaskContext task) throws InterruptedException {
    SourceDefinition source = task.source();
    if (source.preprocess() != null) {
      SqlPreprocess.requireSupported(source.preprocess());
    }
    task.report().running(Phase.Ingress);
    SourceState previous = source.resumeFrom(task.chain()).orElse(null);
    FetchResult result =
        fetchers.poll(
            source.ingress(),
            previous,
            new FetchContext(
                source.stateName(),
                task.clock(),
                task.folder(),
                task.chain().states().containsKey(source.stateName()),
                task.request().ignoreCache(),
                source.prepare().stream().anyMatch(PrepStep.Pipe.class::isInstance)));
    return switch (result) {
      case FetchResult.UpToDate(var reason) -> new Round.NothingNew(reason, null);
      case FetchResult.Fetched fetched -> ingest(task, previous, fetched);
    };
  }

  private Round ingest(
      TaskContext task, @Nullable SourceState previous, FetchResult.Fetched fetched)
      throws InterruptedException {
    task.report().done(Phase.Ingress, fetched.file().bytes(), null, null);
    SourceState state =
        fetched.state() == null ? contentState(task, fetched.file()) : fetched.state();
    if (state.equals(previous) && !task.request().ignoreCache()) {
      return new Round.NothingNew("the source has the same content as before", null);
    }
    Vocabulary dataset = task.chain().vocabulary();
    List<String> notes = new ArrayList<>(fetched.notes());
    RowPipeline.@Nullable Spooled rows = null;
    if (isKnownContent(task, previous, state, fetched.file())) {
      task.report().skipped(Phase.Prepare, SAME_CONTENT);
      task.report().skipped(Phase.Read, SAME_CONTENT);
      notes.add(SAME_CONTENT);
    } else {
      PreparedFile prepared = prepare(task, fetched.file());
      rows = rows(task, prepared, dataset);
      fetched.file().checkUnchanged();
    }
    if (rows != null) {
      notes.addAll(rows.notes());
    }
    Ingestion ingestion =
        new Ingestion(
            task.request().dataset(),
            task.request().taskId(),
            task.attempt(),
            task.request().datasetResourceId(),
            task.source().stateName(),
            task.source().stateIn(task.chain()).orElse(null),
            state,
            DatasetNames.of(task.source().vocabulary(), dataset).merge(task.source().merge()),
            dataset,
            task.source().declaresColumns(),
            fetched.eventTime(),
            task.request().targetRecordsPerSlice(),
            rows == null ? null : rows.spool(),
            fetched.hasMore());
    OfferProgress progress =
        new OfferProgress(task.report(), rows == null ? 0 : rows.spool().rows());
    return Round.of(
        offers.offer(ingestion, progress), task.attempt().round(), fetched.hasMore(), notes);
  }

  /**
   * Whether a server made up a new validator for bytes that were ingested: only the state moves.
   */
  private boolean isKnownContent(
      TaskContext task, @Nullable SourceState previous, SourceState state, FetchedFile file) {
    Multihash content = file.contentHash();
    if (content == null) {
      return false;
    }
    boolean known =
        !task.request().ignoreCache()
            && contents.isSame(task.request().dataset(), previous, content);
    contents.remember(task.request().dataset(), previous, state, content);
    return known;
  }

  private PreparedFile prepare(TaskContext task, FetchedFile file) throws InterruptedException {
    List<PrepStep> steps = task.source().prepare();
    if (steps.isEmpty()) {
      task.report().skipped(Phase.Prepare, "the source has no prepare steps");
    } else {
      task.report().running(Phase.Prepare);
    }
    PreparedFile prepared =
        preparation.prepare(file.path(), file.displayName(), steps, task.folder());
    if (!steps.isEmpty()) {
      task.report().done(Phase.Prepare, prepared.bytes(), null, null);
    }
    return prepared;
  }

  private RowPipeline.@Nullable Spooled rows(
      TaskContext task, PreparedFile file, Vocabulary dataset) throws InterruptedException {
    SourceDefinition source = task.source();
    ReadInput input = new ReadInput(file.path(), file.displayName());
    EmptyInput empty = EmptyInput.of(input, file.bytes(), source.read(), source.merge());
    if (empty == EmptyInput.NO_TABLE) {
      task.report().skipped(Phase.Read, "the input has no bytes");
      return null;
    }
    return cpu.run(
        () -> {
          try (BufferAllocator allocator =
              memory.newChildAllocator(task.request().taskId(), 0, settings.memoryBytes())) {
            return pipeline.spool(
                child -> open(input, source, child),
                source,
                dataset,
                allocator,
                task.folder(),
                task.report());
          }
        });
  }

  private RowReader open(ReadInput input, SourceDefinition source, BufferAllocator allocator) {
    return readers.open(
        input,
        source.read(),
        new ReadContext(
            allocator, settings.batchRows(), settings.batchBytes(), settings.maxValueChars()));
  }

  /** A source without a validator of its own is known by its content. */
  private SourceState contentState(TaskContext task, FetchedFile file) {
    String hash = (file.contentHash() == null ? hash(file.path()) : file.contentHash()).toString();
    return new SourceState(task.source().stateName(), SourceState.CONTENT_HASH, hash);
  }

  private static Multihash hash(Path file) {
    try (HashingOutputStream hashing = new HashingOutputStream(OutputStream.nullOutputStream())) {
      Files.copy(file, hashing);
      return hashing.hash();
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Unreachable, "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
