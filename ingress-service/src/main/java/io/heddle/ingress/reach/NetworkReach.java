package io.heddle.ingress.reach;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The servers that sources may reach. */
public final class NetworkReach {
  private static final String SCHEMES = "heddle.reach.schemes";
  private static final String HOSTS = "heddle.reach.hosts";
  private static final String ADDRESSES = "heddle.reach.addresses";

  private static final String ALL = "*";

  private final List<String> schemes;
  private final List<String> hosts;
  private final Addresses addresses;
  private final HostNames names;

  /**
   * @param schemes of URLs, in lower case
   * @param hosts names; {@code *.name} stands for all names below one, {@code *} for all
   * @param addresses ranges as {@code 10.1.0.0/16}, and the words {@code public} and {@code any}
   * @throws IllegalArgumentException when an entry of {@code addresses} is no range
   */
  public NetworkReach(List<String> schemes, List<String> hosts, List<String> addresses) {
    this(schemes, hosts, addresses, HostNames.SYSTEM);
  }

  NetworkReach(List<String> schemes, List<String> hosts, List<String> addresses, HostNames names) {
    this.schemes = schemes.stream().map(NetworkReach::lower).toList();
    this.hosts = hosts.stream().map(NetworkReach::lower).toList();
    this.addresses = new Addresses(addresses);
    this.names = names;
  }

  /**
   * @throws IngestException (Unsupported) when URLs of the scheme are not allowed
   */
  public void requireScheme(URI url) {
    String scheme = lower(String.valueOf(url.getScheme()));
    if (!schemes.contains(scheme)) {
      throw refused(
          "URLs of the scheme \"%s\" are not allowed here".formatted(scheme),
          SCHEMES,
          String.join(",", schemes),
          Map.of("value", scheme, "supported", schemes));
    }
  }

  /**
   * Looks at where a request to {@code url} goes. To be asked anew for each request, those that
   * follow a redirect included.
   *
   * @param shown the URL as messages show it
   * @throws IngestException (Unsupported) when the server must not be reached, (Unreachable) when
   *     its name is not known
   */
  public Destination destination(URI url, String shown) {
    requireScheme(url);
    Authority authority = Authority.of(url, shown);
    String host = lower(authority.host());
    if (hosts.stream().noneMatch(allowed -> fits(host, allowed))) {
      throw refused(
          "%s: the host \"%s\" is not allowed here".formatted(shown, host),
          HOSTS,
          String.join(",", hosts),
          Map.of("url", shown, "value", host));
    }
    List<InetAddress> found = addresses(authority.host(), shown);
    InetAddress address =
        found.stream()
            .filter(addresses::contains)
            .findFirst()
            .orElseThrow(
                () ->
                    refused(
                        "%s leads to the address %s, which is not allowed here"
                            .formatted(shown, found.getFirst().getHostAddress()),
                        ADDRESSES,
                        addresses.toString(),
                        Map.of("url", shown, "value", found.getFirst().getHostAddress())));
    return Destination.of(url, authority.host(), authority.port(), address);
  }

  private List<InetAddress> addresses(String host, String shown) {
    try {
      return names.addresses(host);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s cannot be reached: the name of the host is not known".formatted(shown),
          e);
    }
  }

  private static boolean fits(String host, String allowed) {
    return allowed.equals(ALL)
        || host.equals(allowed)
        || (allowed.startsWith("*.") && host.endsWith(allowed.substring(1)));
  }

  private static IngestException refused(
      String what, String setting, String now, Map<String, Object> details) {
    return new IngestException(
        FailureKind.Unsupported,
        "%s; the operator decides by %s (now: %s)".formatted(what, setting, now),
        details);
  }

  private static String lower(String text) {
    String plain = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    return plain.toLowerCase(Locale.ROOT);
  }

  /**
   * Host and port of a URL. {@link URI} knows them only for names without underscores.
   *
   * @param port negative: the scheme's own
   */
  private record Authority(String host, int port) {
    static Authority of(URI url, String shown) {
      String authority = url.getRawAuthority() == null ? "" : url.getRawAuthority();
      String place = authority.substring(authority.lastIndexOf('@') + 1);
      int colon = place.lastIndexOf(':');
      boolean hasPort = colon > place.lastIndexOf(']');
      String host = hasPort ? place.substring(0, colon) : place;
      String port = hasPort ? place.substring(colon + 1) : "";
      try {
        if (!host.isEmpty()) {
          return new Authority(host, port.isEmpty() ? -1 : Integer.parseInt(port));
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw new IngestException(
          FailureKind.Unsupported, "%s names no host".formatted(shown), Map.of("url", shown));
    }
  }
}
