package io.heddle.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a bad day of an S3 server becomes; good days are the contract's. */
class S3ObjectStoreTest {
  private static final byte[] CONTENT = "content".getBytes(UTF_8);
  private static final ETag ETAG = new ETag("abc");

  /** An answer of the server: its status and the code in its body; status 0 hangs up. */
  private record Answer(int status, String code) {
    static final Answer OK = new Answer(200, "");
    static final Answer HANG_UP = new Answer(0, "");
    static final Answer PRECONDITION_FAILED = new Answer(412, "PreconditionFailed");
    static final Answer SLOW_DOWN = new Answer(503, "SlowDown");
    static final Answer INTERNAL_ERROR = new Answer(500, "InternalError");
  }

  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private S3ObjectStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    store = new S3ObjectStore(settings(server.getAddress().getPort()));
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    server.stop(0);
  }

  @Test
  void asksForConditions() {
    given(Answer.OK, Answer.OK);

    store.putIfAbsent("a/b", CONTENT);
    store.putIfMatch("a/b", CONTENT, ETAG);

    assertThat(requests)
        .containsExactly("PUT /bucket/a/b If-None-Match *", "PUT /bucket/a/b If-Match \"abc\"");
  }

  @Test
  void triesAgainWhatWasNotDone() {
    given(Answer.SLOW_DOWN, new Answer(409, "ConditionalRequestConflict"), Answer.OK);

    assertThat(store.putIfAbsent("a", CONTENT)).isEqualTo(new PutOutcome.Stored(ETAG));
    assertThat(requests).hasSize(3);
  }

  @Test
  void believesARefusalAfterTriesThatWereNotDone() {
    given(Answer.SLOW_DOWN, Answer.PRECONDITION_FAILED);

    assertThat(store.putIfAbsent("a", CONTENT))
        .isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.EXISTS));
  }

  @Test
  void doesNotKnowWhenARefusalFollowsALostAnswer() {
    given(Answer.HANG_UP, Answer.PRECONDITION_FAILED);

    assertThat(store.putIfMatch("a", CONTENT, ETAG)).isInstanceOf(PutOutcome.Unknown.class);
    assertThat(requests).hasSize(2);
  }

  @Test
  void serverThatHangsUpAfterItsAnswerLeavesNoDoubtAboutTheNextWrite() throws IOException {
    try (HangsUpAfterRefusing refusing = new HangsUpAfterRefusing();
        S3ObjectStore refused = new S3ObjectStore(settings(refusing.port()))) {
      for (int i = 0; i < 100; i++) {
        assertThat(refused.putIfAbsent("a", CONTENT))
            .isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.EXISTS));
        assertThat(refused.putIfMatch("a", CONTENT, ETAG))
            .isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.CHANGED));
      }
    }
  }

  @Test
  void doesNotKnowAfterServerErrors() {
    given(Answer.INTERNAL_ERROR, Answer.INTERNAL_ERROR, Answer.INTERNAL_ERROR);

    assertThat(store.putIfAbsent("a", CONTENT))
        .asInstanceOf(type(PutOutcome.Unknown.class))
        .extracting(unknown -> unknown.cause().getMessage())
        .asString()
        .contains("bucket", "\"a\"", "500 InternalError");
  }

  @Test
  void knowsThatNothingHappenedWhenTheServerIsBusyThroughout() {
    given(Answer.SLOW_DOWN, Answer.SLOW_DOWN, Answer.SLOW_DOWN);

    assertThatThrownBy(() -> store.putIfAbsent("a", CONTENT))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.UNAVAILABLE, ObjectStoreException::kind);
  }

  @Test
  void tellsAChangedObjectFromAMissingOne() {
    given(Answer.PRECONDITION_FAILED, new Answer(404, "NoSuchKey"));

    assertThat(store.putIfMatch("a", CONTENT, ETAG))
        .isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.CHANGED));
    assertThat(store.putIfMatch("a", CONTENT, ETAG))
        .isEqualTo(new PutOutcome.Refused(PutOutcome.Reason.MISSING));
  }

  @Test
  void showsOneTimeOfAnObjectWhereListingsAreFiner() {
    server.createContext(
        "/bucket/a",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"abc\"");
          exchange.getResponseHeaders().set("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT");
          exchange.getResponseHeaders().set("Content-Length", "7");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    String listing =
        "<?xml version=\"1.0\"?><ListBucketResult><Name>bucket</Name><Contents><Key>a</Key>"
            + "<LastModified>2026-01-02T03:04:05.678Z</LastModified><ETag>\"abc\"</ETag>"
            + "<Size>7</Size></Contents></ListBucketResult>";
    server.createContext(
        "/bucket",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/xml");
          exchange.sendResponseHeaders(200, listing.length());
          exchange.getResponseBody().write(listing.getBytes(UTF_8));
          exchange.close();
        });

    assertThat(store.list("", null, 1)).containsExactly(store.stat("a").orElseThrow());
  }

  @Test
  void repeatsReads() {
    given(Answer.INTERNAL_ERROR, Answer.HANG_UP, Answer.OK);

    assertThat(store.get("a")).contains(new StoredObject("body".getBytes(UTF_8), ETAG));
  }

  @Test
  void doesNotRepeatWhatIsForbidden() {
    given(new Answer(403, "AccessDenied"));

    assertThatThrownBy(() -> store.get("a"))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.DENIED, ObjectStoreException::kind);
    assertThat(requests).hasSize(1);
  }

  @Test
  void explainsAServerWithoutConditionalWrites() {
    given(new Answer(501, "NotImplemented"));

    assertThatThrownBy(() -> store.putIfAbsent("a", CONTENT))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.UNSUPPORTED, ObjectStoreException::kind);
  }

  @Test
  void explainsAMissingBucket() {
    given(new Answer(404, "NoSuchBucket"));

    assertThatThrownBy(() -> store.get("a"))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.NO_SUCH_STORE, ObjectStoreException::kind);
  }

  @Test
  void knowsThatNothingHappenedWhenNobodyListens() {
    server.stop(0);

    assertThatThrownBy(() -> store.putIfAbsent("a", CONTENT))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.UNAVAILABLE, ObjectStoreException::kind);
  }

  @Test
  void keepsTheSecretToItself() {
    assertThat(new S3Settings(URI.create("http://h"), "bucket", "key", "secret").toString())
        .doesNotContain("key", "secret");
  }

  private static S3Settings settings(int port) {
    return new S3Settings(URI.create("http://127.0.0.1:" + port), "bucket", "key", "secret")
        .withRetries(new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2)));
  }

  private void given(Answer... inOrder) {
    answers.addAll(List.of(inOrder));
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    requests.add(
        "%s %s%s%s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                condition(exchange, "If-Match"),
                condition(exchange, "If-None-Match")));
    Answer answer = answers.removeFirst();
    if (answer.status() == 0) {
      exchange.close();
      return;
    }
    exchange.getResponseHeaders().set("ETag", "\"abc\"");
    boolean put = exchange.getRequestMethod().equals("PUT");
    String body = answer.status() == 200 ? (put ? "" : "body") : error(answer.code());
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    exchange.sendResponseHeaders(answer.status(), body.isEmpty() ? -1 : body.length());
    if (!body.isEmpty()) {
      exchange.getResponseBody().write(body.getBytes(UTF_8));
    }
    exchange.close();
  }

  private static String condition(HttpExchange exchange, String header) {
    String value = exchange.getRequestHeaders().getFirst(header);
    return value == null ? "" : " " + header + " " + value;
  }

  private static String error(String code) {
    return "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>said so</Message></Error>"
        .formatted(code);
  }
}
