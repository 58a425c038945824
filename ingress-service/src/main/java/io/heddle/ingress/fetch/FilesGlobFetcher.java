package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.FolderReach;
import io.heddle.notation.GlobPattern;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceOrdering;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ingress {@code FilesGlob}: one file for each poll, the next one behind the last. What was
 * ingested is never read again, so neither caching nor ignoring it means anything here.
 */
public final class FilesGlobFetcher implements Fetcher<FetchStep.FilesGlob> {
  private static final int MOST_NAMES_SHOWN = 5;

  private final LocalFiles files;
  private final FolderReach folders;

  public FilesGlobFetcher(FetchSettings settings) {
    this.files = new LocalFiles(settings);
    this.folders = settings.folders();
  }

  @Override
  public Class<FetchStep.FilesGlob> ingress() {
    return FetchStep.FilesGlob.class;
  }

  @Override
  public FetchResult fetch(
      FetchStep.FilesGlob source, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    // Before a folder is looked into: even the names in it can be somebody's secret.
    folders.require(Path.of(pattern(source).fixedFolder()));
    boolean byTime = source.order() == SourceOrdering.ByEventTime;
    Optional<GlobPosition> mark = mark(source, previous, byTime);
    List<GlobPosition> candidates = new ArrayList<>();
    List<GlobPosition> before = new ArrayList<>();
    for (GlobMatch match : GlobMatch.find(pattern(source))) {
      GlobPosition position = new GlobPosition(match, byTime ? orderingTime(source, match) : null);
      (mark.isEmpty() || position.compareTo(mark.get()) > 0 ? candidates : before).add(position);
    }
    candidates.sort(null);
    if (candidates.isEmpty()) {
      return nothing(source, previous, late(mark, before));
    }
    GlobPosition next = candidates.getFirst();
    requireUnique(next, candidates);
    FetchedFile file = files.take(next.match().path());
    return new FetchResult.Fetched(
        file,
        next.toState(context.sourceName()),
        eventTime(source, next, file, context),
        candidates.size() > 1,
        late(mark, before).map(List::of).orElse(List.of()));
  }

  private static GlobPattern pattern(FetchStep.FilesGlob source) {
    return new GlobPattern(source.path().replaceAll("/{2,}", "/"));
  }

  private static Optional<GlobPosition> mark(
      FetchStep.FilesGlob source, @Nullable SourceState previous, boolean byTime) {
    return GlobPosition.parse(previous)
        .map(
            mark ->
                byTime && mark.time() == null
                    ? new GlobPosition(mark.match(), orderingTime(source, mark.match()))
                    : mark);
  }

  private static Instant orderingTime(FetchStep.FilesGlob source, GlobMatch match) {
    return switch (source.eventTime()) {
      case EventTimeSource.FromPath fromPath ->
          EventTimes.fromPath(fromPath, match.path().toString());
      case EventTimeSource.FromMetadata ignored ->
          EventTimes.ofFile(match.modified(), match.path());
      case null -> throw incompatible();
      case EventTimeSource.FromSystemTime ignored -> throw incompatible();
    };
  }

  private static IngestException incompatible() {
    return new IngestException(
        FailureKind.EventTimeSourceIncompatible,
        "order ByEventTime needs an eventTime FromPath or FromMetadata");
  }

  private static Instant eventTime(
      FetchStep.FilesGlob source, GlobPosition next, FetchedFile file, FetchContext context) {
    return switch (source.eventTime()) {
      case null -> context.clock().instant();
      case EventTimeSource.FromSystemTime ignored -> context.clock().instant();
      case EventTimeSource.FromMetadata ignored ->
          EventTimes.ofFile(StoredPosition.roundToMillis(file.modified()), next.match().path());
      case EventTimeSource.FromPath fromPath ->
          EventTimes.fromPath(fromPath, next.match().path().toString());
    };
  }

  private static FetchResult nothing(
      FetchStep.FilesGlob source, @Nullable SourceState previous, Optional<String> late) {
    if (previous == null) {
      throw new IngestException(
          FailureKind.NotFound,
          "no file matches %s".formatted(source.path()),
          Map.of("value", source.path()));
    }
    return new FetchResult.UpToDate(
        "no file behind %s%s"
            .formatted(previous.value(), late.map(note -> "; " + note).orElse("")));
  }

  /** The state holds a name: of two files with one name the second would never be read. */
  private static void requireUnique(GlobPosition next, List<GlobPosition> candidates) {
    List<Path> same =
        candidates.stream()
            .filter(other -> other.compareTo(next) == 0)
            .map(other -> other.match().path())
            .toList();
    if (same.size() > 1) {
      throw new IngestException(
          FailureKind.BadInput,
          "several files have the name %s, by which what was ingested is known: %s; rename them"
              .formatted(next.match().name(), same),
          Map.of("value", next.match().name()));
    }
  }

  /** Files before the mark that look as if they came after it was set. */
  private static Optional<String> late(Optional<GlobPosition> mark, List<GlobPosition> before) {
    Optional<Instant> marked =
        mark.flatMap(
            position ->
                before.stream()
                    .map(GlobPosition::match)
                    .filter(match -> match.name().equals(position.match().name()))
                    .map(GlobMatch::modified)
                    .findFirst());
    List<String> names =
        marked.stream()
            .flatMap(time -> before.stream().filter(each -> each.match().modified().isAfter(time)))
            .map(each -> each.match().name())
            .sorted()
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d matched files lie before the last ingested one, were modified after it, and are not read: %s%s"
                .formatted(
                    names.size(),
                    String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES_SHOWN))),
                    names.size() > MOST_NAMES_SHOWN ? ", …" : ""));
  }
}
