package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.heddle.odf.FetchStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a server that is called by its address, and known by its name. */
class PinnedClientsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path folder;

  @Test
  void trustsTheCertificateOfTheName() throws Exception {
    try (Site site = new Site(certificateOf("localhost"))) {
      FetchResult result = site.fetch("localhost");
      assertThat(((FetchResult.Fetched) result).file().path()).hasContent("x");
    }
  }

  @Test
  void doesNotTrustTheCertificateOfAnotherName() throws Exception {
    try (Site site = new Site(certificateOf("other.example"))) {
      IngestException failure =
          catchThrowableOfType(IngestException.class, () -> site.fetch("localhost"));
      assertThat(failure.kind()).isEqualTo(FailureKind.Unreachable);
      assertThat(failure).hasMessageContaining("localhost");
    }
  }

  private SSLContext certificateOf(String name) throws Exception {
    Path keys = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-keystore",
                keys.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(store, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(name, store.getCertificate(store.aliases().nextElement()));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return tls;
  }

  private final class Site implements AutoCloseable {
    private final HttpsServer server;
    private final SSLContext tls;

    Site(SSLContext tls) throws Exception {
      this.tls = tls;
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls));
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, 1);
            exchange.getResponseBody().write('x');
            exchange.close();
          });
      server.start();
    }

    FetchResult fetch(String host) throws InterruptedException {
      String url = "https://" + host + ":" + server.getAddress().getPort() + "/";
      HttpExchanges exchanges =
          new HttpExchanges(FetchCase.settings(), Pauses.sleeping(), InstantSource.system(), tls);
      return new HttpUrls(exchanges)
          .fetch(
              new FetchStep.Url(url, null, null, List.of()),
              URI.create(url),
              null,
              new FetchContext("s", Clock.systemUTC(), folder, false, false, false));
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
