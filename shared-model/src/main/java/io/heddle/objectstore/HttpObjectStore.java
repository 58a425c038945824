package io.heddle.objectstore;

import io.heddle.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The files below an HTTP root, to be read: a dataset served in the layout of the Simple Transfer
 * Protocol, by whatever server. Writing, deleting and listing are {@link Kind#UNSUPPORTED}.
 */
public final class HttpObjectStore implements ObjectStore, AutoCloseable {
  private static final int MAX_REDIRECTS = 5;

  private final URI root;
  private final Map<String, String> headers;
  private final Duration timeout;
  private final Retries retries;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final HttpClient client;

  /**
   * @param headers sent with each request to the root's own server, and to no other
   * @param timeout for connecting and for the answer to begin
   */
  public HttpObjectStore(URI root, Map<String, String> headers, Duration timeout, Retries retries) {
    if (!"http".equals(root.getScheme()) && !"https".equals(root.getScheme())) {
      throw new IllegalArgumentException("not an HTTP address: " + root);
    }
    this.root = root.getPath().endsWith("/") ? root : URI.create(root + "/");
    this.headers = Map.copyOf(headers);
    this.timeout = timeout;
    this.retries = retries;
    // Redirects are followed here, where headers can be dropped on the way to another server.
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  public HttpObjectStore(URI root) {
    this(root, Map.of(), Duration.ofSeconds(30), Retries.DEFAULT);
  }

  @Override
  public Optional<StoredObject> get(String key) {
    return retrying(
        key,
        () -> {
          HttpResponse<InputStream> response = send("GET", key, null);
          try (InputStream body = response.body()) {
            return found(key, response)
                ? Optional.of(new StoredObject(body.readAllBytes(), etag(response)))
                : Optional.empty();
          }
        });
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    if (length == 0) {
      return stat(key).map(info -> new byte[0]);
    }
    String range = "bytes=" + offset + "-" + (offset + length - 1);
    return retrying(
        key,
        () -> {
          HttpResponse<InputStream> response = send("GET", key, range);
          try (InputStream body = response.body()) {
            if (response.statusCode() == 416) {
              return Optional.of(new byte[0]);
            }
            if (!found(key, response)) {
              return Optional.empty();
            }
            if (response.statusCode() == 200) {
              // The server does not know ranges and sends everything.
              skip(body, offset);
            }
            return Optional.of(body.readNBytes(length));
          }
        });
  }

  /** To the end of the content if that comes first. */
  private static void skip(InputStream body, long offset) throws IOException {
    for (long left = offset; left > 0; ) {
      long skipped = body.skip(left);
      if (skipped == 0 && body.read() < 0) {
        return;
      }
      left -= Math.max(1, skipped);
    }
  }

  @Override
  public Optional<InputStream> open(String key) {
    return retrying(
        key,
        () -> {
          HttpResponse<InputStream> response = send("GET", key, null);
          if (found(key, response)) {
            return Optional.of(response.body());
          }
          response.body().close();
          return Optional.empty();
        });
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    return retrying(
        key,
        () -> {
          HttpResponse<InputStream> response = send("HEAD", key, null);
          response.body().close();
          OptionalLong length = response.headers().firstValueAsLong("Content-Length");
          boolean refused = response.statusCode() == 405 || response.statusCode() == 501;
          if (refused || (response.statusCode() == 200 && length.isEmpty())) {
            return statByGet(key);
          }
          return found(key, response)
              ? Optional.of(info(key, length.orElseThrow(), response))
              : Optional.empty();
        });
  }

  /** For servers that answer HEAD without a length, or not at all: asks for the first byte. */
  private Optional<ObjectInfo> statByGet(String key) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = send("GET", key, "bytes=0-0");
    try (InputStream body = response.body()) {
      if (response.statusCode() == 416) {
        return Optional.of(info(key, 0, response));
      }
      if (!found(key, response)) {
        return Optional.empty();
      }
      Optional<String> total =
          response
              .headers()
              .firstValue("Content-Range")
              .map(range -> range.substring(range.indexOf('/') + 1))
              .filter(text -> text.matches("\\d{1,18}"));
      return Optional.of(
          info(
              key,
              response.statusCode() == 206 && total.isPresent()
                  ? Long.parseLong(total.get())
                  : body.transferTo(OutputStream.nullOutputStream()),
              response));
    }
  }

  private static ObjectInfo info(String key, long size, HttpResponse<?> response) {
    return new ObjectInfo(key, size, etag(response), lastModified(response));
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    throw readOnly();
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    throw readOnly();
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    throw readOnly();
  }

  @Override
  public void delete(String key) {
    throw readOnly();
  }

  @Override
  public List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit) {
    throw new ObjectStoreException(Kind.UNSUPPORTED, root + " cannot be listed");
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return root.toString();
  }

  private ObjectStoreException readOnly() {
    return new ObjectStoreException(Kind.UNSUPPORTED, root + " can only be read");
  }

  private interface Request<T> {
    Optional<T> send() throws IOException, InterruptedException;
  }

  private <T> Optional<T> retrying(String key, Request<T> request) {
    for (int done = 1; ; done++) {
      try {
        return request.send();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ObjectStoreException(Kind.UNAVAILABLE, "interrupted while reading " + key, e);
      } catch (IOException e) {
        if (!retries.allow(done)) {
          throw new ObjectStoreException(
              Kind.UNAVAILABLE, "cannot read \"%s\" at %s: %s".formatted(key, root, e), e);
        }
      }
      retries.pause(done, random);
    }
  }

  private HttpResponse<InputStream> send(String method, String key, @Nullable String range)
      throws IOException, InterruptedException {
    URI target = root.resolve(ObjectKey.check(key));
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .timeout(timeout);
      if (sameServer(target)) {
        headers.forEach(request::setHeader);
      }
      if (range != null) {
        request.setHeader("Range", range);
      }
      HttpResponse<InputStream> response =
          client.send(request.build(), BodyHandlers.ofInputStream());
      Optional<String> location = response.headers().firstValue("Location");
      if (response.statusCode() / 100 != 3 || location.isEmpty()) {
        return response;
      }
      response.body().close();
      URI next = target.resolve(location.get());
      if ("https".equals(target.getScheme()) && !"https".equals(next.getScheme())) {
        throw denied(key, "a redirect leads from https to " + next.getScheme());
      }
      target = next;
    }
    throw denied(key, "more than %d redirects".formatted(MAX_REDIRECTS));
  }

  private boolean sameServer(URI target) {
    return root.getScheme().equals(target.getScheme())
        && root.getAuthority().equals(target.getAuthority());
  }

  /** Whether the answer is the object; a failure that may pass is an IOException. */
  private boolean found(String key, HttpResponse<?> response) throws IOException {
    return switch (response.statusCode()) {
      case 200, 206 -> true;
      // 400: to this server, a foreign spelling of a hash is not even a name.
      case 400, 404, 410 -> false;
      case 401, 403 -> throw denied(key, "the server answers " + response.statusCode());
      case 429, 500, 502, 503, 504 ->
          throw new IOException("the server answers " + response.statusCode());
      default ->
          throw new ObjectStoreException(
              Kind.UNSUPPORTED,
              "cannot read \"%s\" at %s: the server answers %d"
                  .formatted(key, root, response.statusCode()));
    };
  }

  private ObjectStoreException denied(String key, String reason) {
    return new ObjectStoreException(
        Kind.DENIED, "cannot read \"%s\" at %s: %s".formatted(key, root, reason));
  }

  private static ETag etag(HttpResponse<?> response) {
    return new ETag(response.headers().firstValue("ETag").orElse(""));
  }

  private static Instant lastModified(HttpResponse<?> response) {
    try {
      return response
          .headers()
          .firstValue("Last-Modified")
          .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
          .orElse(Instant.EPOCH);
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
