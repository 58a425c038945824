package io.heddle.ingress.fetch;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code http://} and {@code https://}, with conditional requests. The state is the ETag as it
 * came, else Last-Modified, else the hash of the content.
 */
public final class HttpUrls implements UrlScheme {
  /** Two versions within one second share their Last-Modified; so young a stamp tells nothing. */
  private static final Duration YOUNG = Duration.ofSeconds(2);

  private final HttpExchanges exchanges;

  public HttpUrls(FetchSettings settings) {
    this(new HttpExchanges(settings, Pauses.sleeping(), InstantSource.system()));
  }

  HttpUrls(HttpExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public List<String> schemes() {
    return List.of("http", "https");
  }

  @Override
  public FetchResult fetch(
      FetchStep.Url source, URI uri, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    Optional<Instant> pathTime = pathTime(source.eventTime(), uri);
    StoredPosition position = StoredPosition.of(previous);
    HttpQuestion question =
        HttpQuestion.of(source, uri, context.ignoreCache() ? new StoredPosition.None() : position);
    HttpAnswer answer =
        exchanges.ask(question, context.downloads().resolve("download"), context.htmlIsData());
    return switch (answer) {
      case HttpAnswer.NotModified ignored ->
          new FetchResult.UpToDate(
              "%s was not modified since the last time".formatted(question.displayUrl()));
      case HttpAnswer.Refused refused -> throw failure(question, refused);
      case HttpAnswer.Page(String mediaType) ->
          throw new IngestException(
              FailureKind.BadInput,
              "%s answers with an HTML page where data is expected; is it a page to sign in, or to start the download from?"
                  .formatted(question.displayUrl()),
              Map.of("url", question.displayUrl(), "mediaType", mediaType));
      case HttpAnswer.Content content ->
          fetched(source, question, position, content, pathTime, context);
    };
  }

  private static FetchResult fetched(
      FetchStep.Url source,
      HttpQuestion question,
      StoredPosition position,
      HttpAnswer.Content content,
      Optional<Instant> pathTime,
      FetchContext context) {
    Multihash hash = content.hash();
    // Once validators were found to say nothing, the source is known by its content for good.
    SourceState state =
        position instanceof StoredPosition.ContentHash
            ? StoredPosition.contentHash(context.sourceName(), hash.toString())
            : state(context.sourceName(), content, hash, context.clock());
    if (!context.ignoreCache()
        && position.equals(new StoredPosition.ContentHash(hash.toString()))) {
      return new FetchResult.UpToDate(
          "%s has the same content as the last time".formatted(question.displayUrl()));
    }
    return new FetchResult.Fetched(
        new FetchedFile(
            content.file(),
            content.bytes(),
            null,
            hash,
            content.header("Content-Type").orElse(null),
            question.displayUrl()),
        state,
        eventTime(source.eventTime(), content, pathTime, context),
        false,
        List.of());
  }

  private static SourceState state(
      String sourceName, HttpAnswer.Content content, Multihash hash, InstantSource clock) {
    Optional<String> eTag = content.header("ETag");
    if (eTag.isPresent()) {
      return StoredPosition.eTag(sourceName, eTag.get());
    }
    return content
        .lastModified()
        .filter(
            time ->
                Duration.between(time, content.date().orElseGet(clock::instant))
                        .abs()
                        .compareTo(YOUNG)
                    > 0)
        .map(time -> StoredPosition.lastModified(sourceName, time))
        .orElseGet(() -> StoredPosition.contentHash(sourceName, hash.toString()));
  }

  private static Optional<Instant> pathTime(@Nullable EventTimeSource eventTime, URI uri) {
    return eventTime instanceof EventTimeSource.FromPath fromPath
        ? Optional.of(EventTimes.fromPath(fromPath, String.valueOf(uri.getPath())))
        : Optional.empty();
  }

  private static @Nullable Instant eventTime(
      @Nullable EventTimeSource eventTime,
      HttpAnswer.Content content,
      Optional<Instant> pathTime,
      FetchContext context) {
    return switch (eventTime) {
      case null -> content.lastModified().orElse(null);
      case EventTimeSource.FromMetadata ignored -> content.lastModified().orElse(null);
      case EventTimeSource.FromSystemTime ignored -> context.clock().instant();
      case EventTimeSource.FromPath ignored -> pathTime.orElse(null);
    };
  }

  private static IngestException failure(HttpQuestion question, HttpAnswer.Refused refused) {
    FailureKind kind = refused.status() == 404 ? FailureKind.NotFound : FailureKind.Unreachable;
    return new IngestException(
        kind,
        "%s answers with status %d%s"
            .formatted(
                question.displayUrl(),
                refused.status(),
                refused.text().isBlank() ? "" : ": " + refused.text()),
        Map.of("url", question.displayUrl(), "status", refused.status()));
  }
}
