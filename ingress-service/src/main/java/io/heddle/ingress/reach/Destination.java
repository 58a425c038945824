package io.heddle.ingress.reach;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;

/**
 * A server as a request goes to it: by the very address that was found to be allowed. Whatever the
 * name leads to a moment later does not matter.
 *
 * @param url with the address in place of the name, without user and fragment
 * @param host the name as it stood in the URL, for TLS and for messages
 * @param authority name and port as they stood there, for the header {@code Host}
 */
public record Destination(URI url, String host, String authority) {
  static Destination of(URI named, String host, int port, InetAddress address) {
    String literal = address.getHostAddress();
    int zone = literal.indexOf('%');
    String plain = zone < 0 ? literal : literal.substring(0, zone);
    String bracketed = address instanceof Inet6Address ? "[" + plain + "]" : plain;
    String behind = port < 0 ? "" : ":" + port;
    String path = named.getRawPath() == null ? "" : named.getRawPath();
    String query = named.getRawQuery() == null ? "" : "?" + named.getRawQuery();
    return new Destination(
        URI.create(named.getScheme() + "://" + bracketed + behind + path + query),
        host,
        host + behind);
  }

  /** Whether the URL named a host by its address. */
  public boolean isLiteral() {
    return host.startsWith("[") || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }
}
