package io.heddle.ingress.task;

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
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.PrepStep;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Looks at a source that is polled: fetch, prepare, read, preprocess, offer. */
final class PollingIngest implements SourceIngest {
  private static final String SAME_CONTENT = "the source has the same content as before";

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
            contents.validators(
                task.request().dataset(), source.stateName(), source.ingress(), previous),
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
    ContentMemory.Verdict verdict = judge(task, previous, fetched);
    return switch (verdict) {
      case ContentMemory.Verdict.NothingNew ignored -> new Round.NothingNew(SAME_CONTENT, null);
      case ContentMemory.Verdict.SameContent(SourceState state) -> {
        task.report().skipped(Phase.Prepare, SAME_CONTENT);
        task.report().skipped(Phase.Read, SAME_CONTENT);
        List<String> notes = new ArrayList<>(fetched.notes());
        notes.add(SAME_CONTENT + ", under a new validator");
        yield offer(task, state, fetched, null, notes);
      }
      case ContentMemory.Verdict.NewContent(SourceState state) -> {
        PreparedFile prepared = prepare(task, fetched.file());
        RowPipeline.Spooled rows = rows(task, prepared, task.chain().vocabulary());
        fetched.file().checkUnchanged();
        List<String> notes = new ArrayList<>(fetched.notes());
        if (rows != null) {
          notes.addAll(rows.notes());
        }
        yield offer(task, state, fetched, rows, notes);
      }
    };
  }

  /** Compares what was fetched with what the dataset has, and notes it. */
  private ContentMemory.Verdict judge(
      TaskContext task, @Nullable SourceState previous, FetchResult.Fetched fetched)
      throws InterruptedException {
    Multihash content = fetched.file().contentHash();
    ContentMemory.Verdict verdict =
        contents.judge(
            task.request().dataset(),
            previous,
            fetched.state() == null ? contentState(task, fetched.file()) : fetched.state(),
            content,
            task.request().ignoreCache());
    SourceState next =
        switch (verdict) {
          case ContentMemory.Verdict.NothingNew ignored -> previous;
          case ContentMemory.Verdict.SameContent(SourceState state) -> state;
          case ContentMemory.Verdict.NewContent(SourceState state) -> state;
        };
    if (content != null && next != null) {
      contents.remember(task.request().dataset(), task.source().ingress(), previous, next, content);
    }
    return verdict;
  }

  private Round offer(
      TaskContext task,
      SourceState state,
      FetchResult.Fetched fetched,
      RowPipeline.@Nullable Spooled rows,
      List<String> notes)
      throws InterruptedException {
    Vocabulary dataset = task.chain().vocabulary();
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
            namesEventTime(task.source().ingress()) ? fetched.eventTime() : null,
            task.request().targetRecordsPerSlice(),
            rows == null ? null : rows.spool(),
            fetched.hasMore());
    OfferProgress progress =
        new OfferProgress(task.report(), rows == null ? 0 : rows.spool().rows());
    return Round.of(
        offers.offer(ingestion, progress), task.attempt().round(), fetched.hasMore(), notes);
  }

  private PreparedFile prepare(TaskContext task, FetchedFile file) throws InterruptedException {
    List<PrepStep> steps = task.source().prepare();
    if (steps.isEmpty()) {
      task.report().skipped(Phase.Prepare, "the source has no prepare steps");
    } else {
      task.report().running(Phase.Prepare);
    }
    PreparedFile prepared =
        preparation.prepare(
            file.path(), file.displayName(), steps, task.source().read(), task.folder());
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
        CpuPool.Kind.of(source),
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
    Multihash hash =
        file.contentHash() == null ? FetchedFile.contentOf(file.path()) : file.contentHash();
    return new SourceState(task.source().stateName(), SourceState.CONTENT_HASH, hash.toString());
  }

  /** Whether the definition says where the event time of what is fetched stands. */
  private static boolean namesEventTime(Ingress ingress) {
    return switch (ingress) {
      case FetchStep.Url url -> isNamed(url.eventTime());
      case FetchStep.FilesGlob files -> isNamed(files.eventTime());
      case FetchStep.Container ignored -> false;
      case FetchStep.Mqtt ignored -> false;
      case Ingress.EvmLogs ignored -> false;
      case Ingress.RestEndpoint ignored -> false;
    };
  }

  private static boolean isNamed(@Nullable EventTimeSource eventTime) {
    return switch (eventTime) {
      case null -> false;
      case EventTimeSource.FromPath ignored -> true;
      case EventTimeSource.FromMetadata ignored -> true;
      case EventTimeSource.FromSystemTime ignored -> false;
    };
  }
}
