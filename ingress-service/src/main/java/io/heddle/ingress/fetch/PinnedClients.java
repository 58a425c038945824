package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.Destination;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * HTTP clients that connect to an address that was looked at, and no other. The JDK's client looks
 * a name up by itself, at a moment of its choosing, when the name can lead elsewhere; so it gets an
 * address to connect to, and the name only for what it has to say: {@code Host} and TLS.
 */
final class PinnedClients {
  private static final String RESTRICTED = "jdk.httpclient.allowRestrictedHeaders";
  private static final String HOST = "host";

  static {
    // Read by the JDK once, when its HTTP client is first used.
    String already = System.getProperty(RESTRICTED);
    if (already == null) {
      System.setProperty(RESTRICTED, HOST);
    } else if (!List.of(already.split(",")).contains(HOST)) {
      System.setProperty(RESTRICTED, already + "," + HOST);
    }
    try {
      HttpRequest.newBuilder().header(HOST, "any");
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "this Java used its HTTP client before it was told to let Heddle name hosts; start it with -D%s=%s"
              .formatted(RESTRICTED, HOST),
          e);
    }
  }

  private final Duration connectTimeout;
  private final @Nullable SSLContext tls;

  /**
   * To be made at the start of the process, before anybody else uses the JDK's client.
   *
   * @param tls what certificates are trusted; null: those that this Java trusts
   */
  PinnedClients(Duration connectTimeout, @Nullable SSLContext tls) {
    this.connectTimeout = connectTimeout;
    this.tls = tls;
  }

  /**
   * A client for one request, since the name that TLS asks for and checks belongs to the client.
   */
  HttpClient open(Destination destination) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout);
    if (tls != null) {
      client.sslContext(tls);
    }
    if (destination.url().getScheme().equalsIgnoreCase("https") && !destination.isLiteral()) {
      SSLParameters parameters = new SSLParameters();
      parameters.setServerNames(List.of(serverName(destination)));
      client.sslParameters(parameters);
    }
    return client.build();
  }

  private static SNIHostName serverName(Destination destination) {
    try {
      return new SNIHostName(destination.host());
    } catch (IllegalArgumentException e) {
      throw new IngestException(
          FailureKind.Unsupported,
          "https cannot be spoken with a host called \"%s\": no certificate can bear that name"
              .formatted(destination.host()),
          e);
    }
  }
}
