package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What web servers of the wild do. */
class HttpUrlsTest {
  private static final Instant NOW = Instant.parse("2040-01-02T00:00:00Z");

  @TempDir private Path folder;
  private WebServer server;
  private HttpUrls urls;
  private final List<Duration> pauses = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = new WebServer();
    FetchSettings settings =
        new FetchSettings(
            "heddle/test",
            Duration.ofSeconds(5),
            Duration.ofMillis(400),
            3,
            1000,
            200,
            Duration.ofSeconds(60),
            Duration.ZERO,
            FetchCase.OPEN_NETWORK,
            FetchCase.ALL_FOLDERS);
    urls = new HttpUrls(new HttpExchanges(settings, pauses::add, InstantSource.fixed(NOW)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void refusesAPageWhereDataIsExpected() {
    server.page("/d.csv", 200, Map.of("Content-Type", "Text/HTML; charset=utf-8"), "<html>");
    IngestException failure = failure("/d.csv");
    assertThat(failure.kind()).isEqualTo(FailureKind.BadInput);
    assertThat(failure).hasMessageContaining("HTML page").hasMessageContaining("/d.csv");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void takesAPageWhereItIsTheData() throws Exception {
    server.page("/d.html", 200, Map.of("Content-Type", "text/html"), "<html>");
    FetchResult result = urls.fetch(source("/d.html"), uri("/d.html"), null, context(false, true));
    assertThat(result).isInstanceOf(FetchResult.Fetched.class);
  }

  @Test
  void asksByTheNameThatTheUrlSays() throws Exception {
    server.page("/d.csv", 200, Map.of(), "x\n");
    String named = server.address().replace("127.0.0.1", "localhost");
    fetch(new FetchStep.Url("http://" + named + "/d.csv?a=%20", null, null, null), null);
    assertThat(server.requests().getFirst().headers()).containsEntry("Host", List.of(named));
  }

  @Test
  void namesStatusAndTextOfARefusal() {
    server.page("/d.csv", 500, Map.of(), "the   database\nis away");
    IngestException failure = failure("/d.csv?token=secret");
    assertThat(failure.kind()).isEqualTo(FailureKind.Unreachable);
    assertThat(failure).hasMessageContaining("status 500: the database is away");
    assertThat(failure.getMessage()).doesNotContain("secret");
    assertThat(failure.failure().details()).containsEntry("status", 500);
  }

  @Test
  void saysThatAHostIsNotKnown() {
    IngestException failure =
        failure(new FetchStep.Url("http://no-such-host.invalid/d.csv", null, null, null));
    assertThat(failure.kind()).isEqualTo(FailureKind.Unreachable);
    assertThat(failure).hasMessageContaining("no-such-host.invalid/d.csv cannot be reached");
  }

  @Test
  void sendsConfiguredHeadersToTheirPlaceOnly() throws Exception {
    // Given
    try (WebServer other = new WebServer()) {
      server.page("/a", 302, Map.of("Location", "/b"), "");
      server.page("/b", 307, Map.of("Location", "http://" + other.address() + "/c"), "");
      other.page("/c", 301, Map.of("Location", "http://" + server.address() + "/d"), "");
      server.page("/d", 200, Map.of(), "x\n");
      // When
      urls.fetch(
          source("/a", new FetchStep.RequestHeader("Authorization", "Bearer t0p")),
          uri("/a"),
          new SourceState("s", SourceState.ETAG, "\"1\""),
          context(false, false));
      // Then: once lost, not even the way back brings them back; the condition goes along.
      assertThat(server.requests())
          .extracting(request -> request.headers().getFirst("Authorization"))
          .containsExactly("Bearer t0p", "Bearer t0p", null);
      assertThat(other.requests().getFirst().headers())
          .doesNotContainKey("Authorization")
          .containsEntry("If-none-match", List.of("\"1\""));
    }
  }

  @Test
  void doesNotStepDownFromHttps() {
    HttpQuestion question =
        HttpQuestion.of(
            source("/a"), URI.create("https://example.org/a"), new StoredPosition.None());
    IngestException failure =
        catchThrowableOfType(
            IngestException.class, () -> question.redirected("http://example.org/a?key=secret"));
    assertThat(failure.kind()).isEqualTo(FailureKind.Unreachable);
    assertThat(failure).hasMessageContaining("https down to http");
    assertThat(failure.getMessage()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org/a", "file:///etc/passwd", "http:///a", "ht tp:"})
  void doesNotFollowRedirectsToElsewhere(String location) {
    server.page("/a", 302, Map.of("Location", location), "");
    assertThat(failure("/a").kind()).isEqualTo(FailureKind.Unreachable);
  }

  @Test
  void takesARedirectWithoutAPlaceForARefusal() {
    server.page("/a", 302, Map.of(), "");
    assertThat(failure("/a").failure().details()).containsEntry("status", 302);
  }

  @Test
  void comesBackWhenToldTo() throws Exception {
    server.page("/d.csv", 429, Map.of("Retry-After", "7"), "slow down");
    server.page("/d.csv", 503, Map.of("Retry-After", httpDate(NOW.plusSeconds(20))), "slow down");
    server.page("/d.csv", 200, Map.of(), "x\n");
    assertThat(fetch("/d.csv").file().path()).hasContent("x\n");
    assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(20));
  }

  @Test
  void waitsNoLongerThanAllowed() {
    server.page("/d.csv", 503, Map.of("Retry-After", "25"), "away");
    assertThat(failure("/d.csv").failure().details()).containsEntry("status", 503);
    assertThat(pauses).containsExactly(Duration.ofSeconds(25), Duration.ofSeconds(25));
  }

  @Test
  void doesNotAskForeverWhenToldToComeBackAtOnce() {
    server.page("/d.csv", 429, Map.of("Retry-After", "0"), "slow down");
    assertThat(failure("/d.csv").kind()).isEqualTo(FailureKind.Unreachable);
    assertThat(pauses).hasSize(60);
  }

  @Test
  void doesNotTrustALastModifiedThatIsOnlySecondsOld() throws Exception {
    String date = httpDate(Instant.now());
    server.page("/d.csv", 200, Map.of("Last-Modified", date), "x\n");
    FetchResult.Fetched fetched = fetch("/d.csv");
    assertThat(fetched.state()).isNotNull();
    assertThat(fetched.state().kind()).isEqualTo(SourceState.CONTENT_HASH);
    assertThat(fetched.eventTime()).isNotNull();
  }

  @Test
  void ignoresALastModifiedThatDoesNotParse() throws Exception {
    server.page("/d.csv", 200, Map.of("Last-Modified", "yesterday"), "x\n");
    FetchResult.Fetched fetched = fetch("/d.csv");
    assertThat(fetched.eventTime()).isNull();
    assertThat(fetched.state()).extracting(SourceState::kind).isEqualTo(SourceState.CONTENT_HASH);
  }

  @Test
  void takesTheEventTimeFromLastModifiedBesideAnETag() throws Exception {
    server.page(
        "/d.csv",
        200,
        Map.of("ETag", "\"1\"", "Last-Modified", "Sat, 05 Jul 2036 10:20:30 GMT"),
        "x\n");
    assertThat(fetch("/d.csv").eventTime()).isEqualTo("2036-07-05T10:20:30Z");
  }

  @Test
  void asksWithoutConditionsWhenCachesAreIgnored() throws Exception {
    server.page("/d.csv", 200, Map.of("ETag", "\"1\""), "x\n");
    SourceState state = new SourceState("s", SourceState.ETAG, "\"1\"");
    assertThat(urls.fetch(source("/d.csv"), uri("/d.csv"), state, context(true, false)))
        .isInstanceOf(FetchResult.Fetched.class);
    assertThat(server.requests().getFirst().headers()).doesNotContainKey("If-none-match");
  }

  @Test
  void takesNotModifiedWithoutAConditionForARefusal() {
    server.page("/d.csv", 304, Map.of(), "");
    assertThat(failure("/d.csv").failure().details()).containsEntry("status", 304);
  }

  @Test
  void readsTheTimeBeforeItAsks() {
    FetchStep.Url source =
        new FetchStep.Url(
            "http://" + server.address() + "/d.csv",
            new EventTimeSource.FromPath("r-(\\d+)", null),
            null,
            null);
    assertThat(failure(source).kind()).isEqualTo(FailureKind.EventTimeExtract);
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "bad name", "Content-Length"})
  void namesAHeaderThatCannotBeSent(String name) {
    IngestException failure = failure(source("/d.csv", new FetchStep.RequestHeader(name, "t0p")));
    assertThat(failure.kind()).isEqualTo(FailureKind.InvalidParameterFormat);
    assertThat(failure).hasMessageContaining(name);
    assertThat(failure.getMessage()).doesNotContain("t0p");
  }

  @Test
  void stopsADownloadThatIsTooLarge() {
    server.page("/d.csv", 200, Map.of(), "x".repeat(1001));
    assertThat(failure("/d.csv").kind()).isEqualTo(FailureKind.LimitExceeded);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nx\n\r\n",
        "nonsense\r\n\r\n",
        ""
      })
  void refusesAnAnswerThatIsCut(String answer) throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answer(socket, answer, false));
      IngestException failure = failure(at(socket));
      assertThat(failure.kind()).isEqualTo(FailureKind.Unreachable);
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void noticesAServerThatFallsSilent() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> answer(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx\n", true));
      assertThat(failure(at(socket))).hasMessageContaining("sent nothing for");
      assertThat(folder).isEmptyDirectory();
    }
  }

  /** Takes one connection; when {@code keepOpen}, the other side has to give up. */
  private static void answer(ServerSocket server, String answer, boolean keepOpen) {
    try (Socket socket = server.accept()) {
      while (socket.getInputStream().read() != '\n') {
        // The request line is enough to know that there is a request.
      }
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      if (keepOpen) {
        while (socket.getInputStream().read() >= 0) {
          // Until the client closes the connection.
        }
      } else {
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      // The client went away, as it should.
    }
  }

  @Test
  void staysWithContentHashesOnceValidatorsWereFoundToSayNothing() throws Exception {
    // Given
    server.page("/d.csv", 200, Map.of("ETag", "W/\"0\""), "a\n");
    server.page("/d.csv", 200, Map.of("ETag", "W/\"0\""), "a\n");
    server.page("/d.csv", 200, Map.of("ETag", "W/\"0\""), "b\n");
    String hash = fetch("/d.csv").file().contentHash().toString();
    SourceState known = new SourceState("s", SourceState.CONTENT_HASH, hash);
    // When
    FetchResult same = urls.fetch(source("/d.csv"), uri("/d.csv"), known, context(false, false));
    FetchResult.Fetched other = (FetchResult.Fetched) fetch(source("/d.csv"), known);
    // Then
    assertThat(same).isInstanceOf(FetchResult.UpToDate.class);
    assertThat(other.state().kind()).isEqualTo(SourceState.CONTENT_HASH);
    assertThat(other.state().value()).isNotEqualTo(hash);
    assertThat(server.requests())
        .allSatisfy(request -> assertThat(request.headers()).doesNotContainKey("If-none-match"));
  }

  @ParameterizedTest
  @CsvSource({
    "/t/file.csv, ?sig=1, /t/file.csv?sig=1",
    "/t/file.csv?a=1, ?sig=1#top, /t/file.csv?sig=1",
    "/t/u/file.csv, ../../../../x.csv, /x.csv",
    "/t/u/file.csv, ./a/./b/../x.csv, /t/u/a/x.csv",
    "/t/u/file.csv, ../, /t/",
    "/t/file.csv, /a b|c.csv, /a%20b%7Cc.csv",
    "/t/file.csv, /100%.csv, /100%25.csv",
    "/t/file.csv, /a%20b%C3%A9.csv, /a%20b%C3%A9.csv",
    "/t/file.csv, '/x[1].csv?q=\"a\"', /x%5B1%5D.csv?q=%22a%22",
    "/t/file.csv, ./a:b.csv, /t/a:b.csv"
  })
  void followsRedirectsByRfc3986(String from, String location, String target) throws Exception {
    // Given
    server.page(from, 302, Map.of("Location", location), "");
    server.page(target, 200, Map.of(), "x\n");
    // When
    fetch(from);
    // Then
    assertThat(server.requests().getLast().target()).isEqualTo(target);
  }

  @Test
  void keepsTheBytesOfALocation() throws Exception {
    // Given: UTF-8 as servers send it, unescaped
    byte[] utf8 = "/é日.csv".getBytes(StandardCharsets.UTF_8);
    String location = new String(utf8, StandardCharsets.ISO_8859_1);
    server.page("/a", 302, Map.of("Location", location), "");
    server.page("/%C3%A9%E6%97%A5.csv", 200, Map.of(), "x\n");
    // When, Then
    assertThat(fetch("/a").file().bytes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "file:///etc/passwd, file:///etc/passwd",
    "http:///x.csv, http:///x.csv",
    "mailto:bob@example.org, mailto:…"
  })
  void tellsWhereARedirectLedThatItDoesNotFollow(String location, String shown) {
    server.page("/a", 302, Map.of("Location", location), "");
    assertThat(failure("/a"))
        .hasMessageContaining("redirects to " + shown + ", which is no HTTP URL");
  }

  @Test
  void sendsUserAndPasswordOfTheUrlToItsPlaceOnly() throws Exception {
    // Given
    try (WebServer other = new WebServer()) {
      server.page("/a", 302, Map.of("Location", "/b"), "");
      server.page("/b", 302, Map.of("Location", "http://" + other.address() + "/c"), "");
      other.page("/c", 200, Map.of("ETag", "\"1\""), "x\n");
      String url = "http://bob:s%40cr+t@" + server.address() + "/a";
      // When
      FetchResult.Fetched fetched =
          (FetchResult.Fetched) fetch(new FetchStep.Url(url, null, null, null), null);
      // Then
      assertThat(server.requests())
          .hasSize(2)
          .allSatisfy(
              request ->
                  assertThat(request.headers().getFirst("Authorization"))
                      .isEqualTo("Basic Ym9iOnNAY3IrdA=="));
      assertThat(other.requests().getFirst().headers()).doesNotContainKey("Authorization");
      assertThat(fetched.file().displayName()).isEqualTo("http://" + server.address() + "/a");
    }
  }

  @Test
  void showsNoPasswordInAMessage() {
    String url = "http://bob:s3cret@" + server.address() + "/none";
    IngestException failure = failure(new FetchStep.Url(url, null, null, null));
    assertThat(failure.kind()).isEqualTo(FailureKind.NotFound);
    assertThat(failure.getMessage() + failure.failure().details())
        .doesNotContain("s3cret")
        .contains(server.address() + "/none");
  }

  @Test
  void prefersAConfiguredAuthorization() throws Exception {
    server.page("/a", 200, Map.of(), "x\n");
    String url = "http://bob:s3cret@" + server.address() + "/a";
    fetch(
        new FetchStep.Url(
            url, null, null, List.of(new FetchStep.RequestHeader("authorization", "Bearer t"))),
        null);
    assertThat(server.requests().getFirst().headers().get("Authorization"))
        .containsExactly("Bearer t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "GZip", "deflate", "gzip, identity", "deflate, gzip"})
  void takesOffACodingThatNobodyAskedFor(String coding) throws Exception {
    // Given
    byte[] plain = "caf\u00e9,1\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] body = plain;
    for (String each : coding.split(", ")) {
      body = each.equals("identity") ? body : packed(each, body);
    }
    server.page("/d.csv", Map.of("Content-Encoding", coding), body);
    server.page("/plain.csv", Map.of(), plain);
    // When
    FetchResult.Fetched fetched = fetch("/d.csv");
    byte[] bytes = Files.readAllBytes(fetched.file().path());
    // Then
    assertThat(bytes).isEqualTo(plain);
    assertThat(fetched.file().bytes()).isEqualTo(plain.length);
    assertThat(fetched.file().contentHash()).isEqualTo(fetch("/plain.csv").file().contentHash());
    assertThat(server.requests().getFirst().headers()).doesNotContainKey("Accept-Encoding");
  }

  @Test
  void namesACodingThatItDoesNotKnow() {
    server.page("/d.csv", 200, Map.of("Content-Encoding", "br"), "x\n");
    IngestException failure = failure("/d.csv");
    assertThat(failure.kind()).isEqualTo(FailureKind.Unsupported);
    assertThat(failure).hasMessageContaining("Content-Encoding \"br\"");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate"})
  void refusesADamagedOrEndlessCoding(String coding) throws Exception {
    byte[] whole = packed(coding, "x\n".getBytes(StandardCharsets.UTF_8));
    server.page(
        "/cut.csv", Map.of("Content-Encoding", coding), Arrays.copyOf(whole, whole.length - 1));
    server.page("/bomb.csv", Map.of("Content-Encoding", coding), packed(coding, new byte[2000]));
    assertThat(failure("/cut.csv"))
        .hasMessageContaining("Content-Encoding " + coding + ", but it ends in the middle");
    assertThat(failure("/bomb.csv").kind()).isEqualTo(FailureKind.LimitExceeded);
    assertThat(folder).isEmptyDirectory();
  }

  private static byte[] packed(String coding, byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        coding.equals("deflate") ? new DeflaterOutputStream(bytes) : new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static FetchStep.Url at(ServerSocket socket) {
    return new FetchStep.Url(
        "http://127.0.0.1:" + socket.getLocalPort() + "/d.csv", null, null, null);
  }

  private static String httpDate(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
  }

  private FetchStep.Url source(String path, FetchStep.RequestHeader... headers) {
    return new FetchStep.Url("http://" + server.address() + path, null, null, List.of(headers));
  }

  private URI uri(String path) {
    return URI.create("http://" + server.address() + path);
  }

  private FetchContext context(boolean ignoreCache, boolean htmlIsData) {
    return new FetchContext(
        "s", Clock.fixed(NOW, ZoneOffset.UTC), folder, true, ignoreCache, htmlIsData);
  }

  private FetchResult.Fetched fetch(String path) throws InterruptedException {
    return (FetchResult.Fetched) fetch(source(path), null);
  }

  private FetchResult fetch(FetchStep.Url source, @Nullable SourceState previous)
      throws InterruptedException {
    return urls.fetch(source, URI.create(source.url()), previous, context(false, false));
  }

  private IngestException failure(String path) {
    return failure(source(path));
  }

  private IngestException failure(FetchStep.Url source) {
    return catchThrowableOfType(IngestException.class, () -> fetch(source, null));
  }
}
