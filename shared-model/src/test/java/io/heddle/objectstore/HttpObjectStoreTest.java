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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpObjectStoreTest {
  private static final Retries IMPATIENT =
      new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2));
  private static final byte[] CONTENT = "0123456789".getBytes(UTF_8);

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private HttpServer elsewhere;
  private HttpObjectStore store;
  private int failures;

  @BeforeEach
  void start() throws IOException {
    server = server();
    elsewhere = server();
    server.createContext("/set/object", exchange -> serve(exchange, true));
    server.createContext("/set/whole", exchange -> serve(exchange, false));
    server.createContext("/set/headless/object", exchange -> headless(exchange, true));
    server.createContext("/set/headless/whole", exchange -> headless(exchange, false));
    server.createContext("/set/flaky", this::flaky);
    server.createContext("/set/secret", exchange -> status(exchange, 403));
    server.createContext("/set/moved", exchange -> redirect(exchange, address(elsewhere) + "/x"));
    server.createContext("/set/circle", exchange -> redirect(exchange, "/set/circle"));
    elsewhere.createContext("/x", exchange -> serve(exchange, true));
    store =
        new HttpObjectStore(
            URI.create(address(server) + "/set"),
            Map.of("Authorization", "Bearer token"),
            Duration.ofSeconds(10),
            IMPATIENT);
  }

  @AfterEach
  void stop() {
    store.close();
    server.stop(0);
    elsewhere.stop(0);
  }

  @Test
  void readsAnObject() throws IOException {
    assertThat(store.get("object").orElseThrow().content()).isEqualTo(CONTENT);
    assertThat(store.open("object").orElseThrow().readAllBytes()).isEqualTo(CONTENT);
    assertThat(store.stat("object").orElseThrow().size()).isEqualTo(10);
    assertThat(requests).allMatch(request -> request.endsWith("Bearer token"));
  }

  @Test
  void saysThatAnObjectIsMissing() {
    assertThat(store.get("none")).isEmpty();
    assertThat(store.stat("none")).isEmpty();
    assertThat(store.getRange("none", 0, 5)).isEmpty();
    assertThat(store.open("none")).isEmpty();
  }

  @Test
  void readsRangesWhetherTheServerKnowsThemOrNot() {
    for (String key : List.of("object", "whole")) {
      assertThat(store.getRange(key, 2, 3)).contains("234".getBytes(UTF_8));
      assertThat(store.getRange(key, 8, 30)).contains("89".getBytes(UTF_8));
      assertThat(store.getRange(key, 10, 3)).contains(new byte[0]);
      assertThat(store.getRange(key, 0, 0)).contains(new byte[0]);
    }
  }

  @Test
  void asksForRangesInDigitsThatEveryServerReads() {
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(store.getRange("object", 2, 3)).contains("234".getBytes(UTF_8));
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void findsTheSizeWhereTheServerDoesNotKnowHead() {
    assertThat(store.stat("headless/object").orElseThrow().size()).isEqualTo(10);
    assertThat(store.stat("headless/whole").orElseThrow().size()).isEqualTo(10);
  }

  @Test
  void triesAgainWhenTheServerHasABadMoment() {
    failures = 2;

    assertThat(store.get("flaky")).isPresent();
  }

  @Test
  void givesUpOnAServerThatStaysDown() {
    failures = 9;

    assertThatThrownBy(() -> store.get("flaky"))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.UNAVAILABLE, ObjectStoreException::kind);
  }

  @Test
  void saysThatItMayNotRead() {
    assertThatThrownBy(() -> store.get("secret"))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.DENIED, ObjectStoreException::kind);
  }

  @Test
  void takesNoCredentialsToAnotherServer() {
    assertThat(store.get("moved").orElseThrow().content()).isEqualTo(CONTENT);

    assertThat(requests).last().asString().endsWith("no credentials");
  }

  @Test
  void doesNotFollowACircle() {
    assertThatThrownBy(() -> store.get("circle"))
        .asInstanceOf(type(ObjectStoreException.class))
        .extracting(Throwable::getMessage)
        .asString()
        .contains("redirects");
  }

  @Test
  void isReadOnly() {
    assertThatThrownBy(() -> store.putIfAbsent("a", CONTENT))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.UNSUPPORTED, ObjectStoreException::kind);
    assertThatThrownBy(() -> store.delete("a")).isInstanceOf(ObjectStoreException.class);
    assertThatThrownBy(() -> store.list("", null, 1)).isInstanceOf(ObjectStoreException.class);
  }

  private static HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange, boolean ranges) throws IOException {
    String credentials = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(
        exchange.getRequestURI() + " " + (credentials == null ? "no credentials" : credentials));
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = 0;
    int to = CONTENT.length;
    int status = 200;
    if (range != null && ranges) {
      String[] ends = range.substring("bytes=".length()).split("-");
      from = Integer.parseInt(ends[0]);
      to = Math.min(CONTENT.length, Integer.parseInt(ends[1]) + 1);
      status = from >= CONTENT.length ? 416 : 206;
    }
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (status == 416) {
      status(exchange, 416);
    } else if (head) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(to - from));
      status(exchange, status);
    } else {
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + CONTENT.length);
      exchange.sendResponseHeaders(status, to - from);
      exchange.getResponseBody().write(CONTENT, from, to - from);
      exchange.close();
    }
  }

  private void headless(HttpExchange exchange, boolean ranges) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      status(exchange, 405);
    } else {
      serve(exchange, ranges);
    }
  }

  private void flaky(HttpExchange exchange) throws IOException {
    if (failures-- > 0) {
      status(exchange, 503);
    } else {
      serve(exchange, true);
    }
  }

  private static void redirect(HttpExchange exchange, String location) throws IOException {
    exchange.getResponseHeaders().set("Location", location);
    status(exchange, 302);
  }

  private static void status(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
