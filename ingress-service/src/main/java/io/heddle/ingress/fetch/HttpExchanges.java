package io.heddle.ingress.fetch;

import io.heddle.compression.UnpackLimits;
import io.heddle.ingress.reach.Destination;
import io.heddle.ingress.read.MediaTypes;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.CauseText;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Asks servers: follows redirects, waits when they say so, notices when they fall silent. */
final class HttpExchanges {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Set<Integer> COME_BACK_LATER = Set.of(429, 503);
  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  private final FetchSettings settings;
  private final Pauses pauses;
  private final InstantSource clock;
  private final PinnedClients clients;

  HttpExchanges(FetchSettings settings, Pauses pauses, InstantSource clock) {
    this(settings, pauses, clock, null);
  }

  /**
   * @param tls what certificates are trusted; null: those that this Java trusts
   */
  HttpExchanges(
      FetchSettings settings, Pauses pauses, InstantSource clock, @Nullable SSLContext tls) {
    this.settings = settings;
    this.clock = clock;
    this.pauses = pauses;
    this.clients = new PinnedClients(settings.connectTimeout(), tls);
  }

  /**
   * Asks until there is an answer that is neither a redirect nor a wish to come back later.
   *
   * @param file where a body with data goes; nothing is left of one that did not come completely
   * @throws IngestException when the server cannot be reached, or sends something inconsistent
   */
  HttpAnswer ask(HttpQuestion question, Path file, boolean htmlIsData) throws InterruptedException {
    HttpQuestion current = question;
    int redirects = 0;
    Duration waitLeft = settings.maxRetryWait();
    while (true) {
      HttpResponse<HttpBody.Received> response = exchange(current, file, htmlIsData);
      int status = response.statusCode();
      Optional<String> location = response.headers().firstValue("Location");
      if (REDIRECTS.contains(status) && location.isPresent()) {
        redirects++;
        if (redirects > settings.maxRedirects()) {
          throw new IngestException(
              FailureKind.Unreachable,
              "%s leads through more than %d redirects"
                  .formatted(question.displayUrl(), settings.maxRedirects()),
              Map.of("url", question.displayUrl()));
        }
        current = current.redirected(location.get());
        continue;
      }
      Optional<Duration> wait =
          COME_BACK_LATER.contains(status) ? retryAfter(response, clock) : Optional.empty();
      if (wait.isPresent() && wait.get().compareTo(waitLeft) <= 0) {
        waitLeft = waitLeft.minus(wait.get());
        pauses.pause(wait.get());
        continue;
      }
      return answer(current, response, file);
    }
  }

  private HttpAnswer answer(
      HttpQuestion question, HttpResponse<HttpBody.Received> response, Path file) {
    HttpBody.Received body = response.body();
    Multihash hash = body.hash();
    if (response.statusCode() == NOT_MODIFIED && question.isConditional()) {
      return new HttpAnswer.NotModified();
    }
    if (response.statusCode() != OK) {
      // Under a coding the start of the body is no text.
      boolean isText = response.headers().allValues("Content-Encoding").isEmpty();
      return new HttpAnswer.Refused(response.statusCode(), isText ? body.text() : "");
    }
    if (hash == null) {
      return new HttpAnswer.Page(response.headers().firstValue("Content-Type").orElse(""));
    }
    OptionalLong announced = response.headers().firstValueAsLong("Content-Length");
    if (announced.isPresent() && announced.getAsLong() != body.bytes()) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s announces %d bytes and sends %d"
              .formatted(question.displayUrl(), announced.getAsLong(), body.bytes()),
          Map.of("url", question.displayUrl()));
    }
    return plain(
        new HttpAnswer.Content(response.headers(), file, body.bytes(), hash),
        question.displayUrl());
  }

  private HttpAnswer.Content plain(HttpAnswer.Content content, String displayUrl) {
    HttpAnswer.Content plain = content;
    boolean complete = false;
    try {
      for (ContentCoding coding : ContentCoding.of(content.headers(), displayUrl).reversed()) {
        plain =
            coding.takeOff(
                plain, displayUrl, new UnpackLimits(settings.maxBytes(), settings.maxRatio()));
      }
      complete = true;
      return plain;
    } finally {
      if (!complete) {
        delete(content.file());
      }
    }
  }

  private static Optional<Duration> retryAfter(
      HttpResponse<HttpBody.Received> response, InstantSource clock) {
    return response
        .headers()
        .firstValue("Retry-After")
        .flatMap(text -> delay(text.strip(), clock))
        .map(delay -> delay.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : delay);
  }

  private static Optional<Duration> delay(String text, InstantSource clock) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    return HttpAnswer.date(text).map(time -> Duration.between(clock.instant(), time));
  }

  private HttpResponse<HttpBody.Received> exchange(
      HttpQuestion question, Path file, boolean htmlIsData) throws InterruptedException {
    AtomicLong progress = new AtomicLong();
    Destination destination = settings.network().destination(question.uri(), question.displayUrl());
    HttpClient client = clients.open(destination);
    CompletableFuture<HttpResponse<HttpBody.Received>> exchange =
        client.sendAsync(
            question.toRequest(destination, settings.userAgent()),
            head ->
                head.statusCode() == OK && (htmlIsData || !isHtml(head.headers()))
                    ? HttpBody.intoFile(file, progress, settings.maxBytes())
                    : HttpBody.asText(progress));
    boolean complete = false;
    try {
      HttpResponse<HttpBody.Received> response = await(exchange, progress, question);
      complete = true;
      return response;
    } catch (ExecutionException e) {
      throw failure(question, e.getCause());
    } finally {
      if (!complete) {
        exchange.cancel(true);
        delete(file);
      }
      client.shutdownNow();
    }
  }

  /** There is no limit for the whole, only for silence. */
  private HttpResponse<HttpBody.Received> await(
      CompletableFuture<HttpResponse<HttpBody.Received>> exchange,
      AtomicLong progress,
      HttpQuestion question)
      throws InterruptedException, ExecutionException {
    long seen = -1;
    while (true) {
      try {
        return exchange.get(settings.stallTimeout().toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = progress.get();
        if (now == seen || now == 0) {
          throw new IngestException(
              FailureKind.Unreachable,
              "%s sent nothing for %d seconds"
                  .formatted(question.displayUrl(), settings.stallTimeout().toSeconds()),
              Map.of("url", question.displayUrl()));
        }
        seen = now;
      }
    }
  }

  private static IngestException failure(HttpQuestion question, @Nullable Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof IngestException known) {
        return known;
      }
    }
    IngestException failure =
        new IngestException(
            FailureKind.Unreachable,
            "%s cannot be reached: %s".formatted(question.displayUrl(), describe(problem)),
            Map.of("url", question.displayUrl()));
    if (problem != null) {
      failure.initCause(problem);
    }
    return failure;
  }

  /** The JDK leaves the most usual reasons without a message. */
  private static String describe(@Nullable Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "the name of the host is not known";
      }
    }
    return switch (problem) {
      case HttpConnectTimeoutException timeout -> "the connection does not come to stand in time";
      case ConnectException refused -> "nothing answers there (connection refused or no route)";
      case null -> "for an unknown reason";
      default -> CauseText.of(problem);
    };
  }

  private static boolean isHtml(HttpHeaders headers) {
    return headers
        .firstValue("Content-Type")
        .map(MediaTypes::essence)
        .filter(HTML::contains)
        .isPresent();
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Internal, "%s cannot be deleted: %s".formatted(file, e.getMessage()), e);
    }
  }
}
