package io.heddle.ingress.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.heddle.ingress.fetch.FetchContext;
import io.heddle.ingress.fetch.FetchSettings;
import io.heddle.ingress.fetch.HttpUrls;
import io.heddle.odf.FetchStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkReachTest {
  private static final List<String> WEB = List.of("http", "https");
  private static final List<String> ALL = List.of("*");

  private final NetworkReach standard = new NetworkReach(WEB, ALL, List.of("public"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a9fe:a9fe]",
        "[::127.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:7f00:1::]",
        "[2001::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
        "localhost"
      })
  void reachesNothingButTheOpenInternetUnlessTold(String host) {
    assertRefused(
        () -> standard.destination(URI.create("http://" + host + ":80/x"), "it"),
        "heddle.reach.addresses (now: public)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "[2606:4700::1111]", "[64:ff9b::8.8.8.8]"})
  void reachesTheOpenInternet(String host) {
    assertThat(standard.destination(URI.create("http://" + host + "/x?y=1"), "it").url())
        .hasPath("/x")
        .hasQuery("y=1");
  }

  @Test
  void goesToTheAddressThatWasAllowedAndSaysTheName() throws Exception {
    NetworkReach network =
        new NetworkReach(
            WEB, ALL, List.of("10.1.0.0/16"), name -> List.of(ip("::1"), ip("10.1.2.3")));

    Destination destination =
        network.destination(URI.create("https://user:secret@My_Data.example:8443/a%20b?c#d"), "it");

    assertThat(destination)
        .isEqualTo(
            new Destination(
                URI.create("https://10.1.2.3:8443/a%20b?c"),
                "My_Data.example",
                "My_Data.example:8443"));
  }

  @Test
  void looksAtSchemeAndName() {
    NetworkReach network =
        new NetworkReach(
            List.of("https"),
            List.of("data.example", "*.Open.example"),
            List.of("any"),
            name -> List.of(ip("8.8.8.8")));

    for (String host : List.of("data.example", "DATA.example.", "a.b.open.example")) {
      assertThat(network.destination(URI.create("https://" + host + "/"), "it")).isNotNull();
    }
    assertRefused(
        () -> network.destination(URI.create("http://data.example/"), "it"),
        "heddle.reach.schemes (now: https)");
    for (String host : List.of("open.example", "notopen.example", "data.example.org")) {
      assertRefused(
          () -> network.destination(URI.create("https://" + host + "/"), "it"),
          "heddle.reach.hosts (now: data.example,*.open.example)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "localhost", "10.0.0.0/x", "example.org/8", "Public"})
  void refusesWhatIsNoRange(String entry) {
    assertThatThrownBy(() -> new NetworkReach(WEB, ALL, List.of(entry)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The name leads elsewhere when it is asked a second time: nobody asks twice. */
  @Test
  void isNotFooledByANameThatMoves() throws Exception {
    List<String> asked = new ArrayList<>();
    HostNames moving =
        name -> {
          asked.add(name);
          return List.of(ip(asked.size() == 1 ? "127.0.0.1" : "127.0.0.2"));
        };
    try (Site site = new Site()) {
      site.server.createContext("/d", site::answer);
      NetworkReach network = new NetworkReach(WEB, ALL, List.of("127.0.0.1"), moving);

      fetch(network, "http://moving.example:" + site.port() + "/d");

      assertThat(site.hosts).containsExactly("moving.example:" + site.port());
      assertThat(asked).containsExactly("moving.example");
      assertRefused(
          () -> fetch(network, "http://moving.example:" + site.port() + "/d"), "127.0.0.2");
    }
  }

  /** Names that {@link URI} takes for no host names, but the networks of containers are full of. */
  @Test
  void fetchesFromAHostWithAnUnderscore() throws Exception {
    try (Site site = new Site()) {
      String host = "my_data:" + site.port();
      site.redirect("/a", "http://" + host + "/d");
      site.server.createContext("/d", site::answer);
      NetworkReach network =
          new NetworkReach(WEB, ALL, List.of("any"), name -> List.of(ip("127.0.0.1")));

      fetch(network, "http://" + host + "/a");

      assertThat(site.hosts).containsExactly(host);
    }
  }

  @Test
  void looksAgainAfterARedirect() throws Exception {
    try (Site site = new Site()) {
      for (String target : List.of("http://169.254.169.254/latest", "http://127.0.0.2/")) {
        site.redirect("/" + target.length(), target);
        NetworkReach network = new NetworkReach(WEB, ALL, List.of("127.0.0.1"));

        assertRefused(
            () -> fetch(network, "http://127.0.0.1:" + site.port() + "/" + target.length()),
            "heddle.reach.addresses");
      }
    }
  }

  private void fetch(NetworkReach network, String url) throws InterruptedException {
    new HttpUrls(
            new FetchSettings(
                "heddle/test",
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                5,
                1000,
                200,
                Duration.ZERO,
                Duration.ZERO,
                network,
                new FolderReach(List.of())))
        .fetch(
            new FetchStep.Url(url, null, null, null),
            URI.create(url),
            null,
            new FetchContext("s", Clock.systemUTC(), folder, false, false, false));
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Unsupported))
        .hasMessageContaining(message);
  }

  private static InetAddress ip(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(literal, e);
    }
  }

  /** A server that knows by which names it was called. */
  private static final class Site implements AutoCloseable {
    final HttpServer server;
    final List<String> hosts = new ArrayList<>();

    Site() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.start();
    }

    int port() {
      return server.getAddress().getPort();
    }

    void redirect(String path, String target) {
      server.createContext(
          path,
          exchange -> {
            exchange.getResponseHeaders().set("Location", target);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
          });
    }

    void answer(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
      hosts.add(exchange.getRequestHeaders().getFirst("Host"));
      byte[] body = "x\n".getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
