package io.heddle.web;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names that a service is called by. A browser sends the name it was given in {@code Host}; one
 * that is not the service's own was made to point here by somebody else (DNS rebinding), whose
 * pages would count as the service's own.
 *
 * <p>Addresses are always own: a page of another site cannot have one as its name and be served by
 * that site, too. So are {@code localhost} and the names below it, which browsers do not look up.
 */
public final class OwnNames {
  private static final Pattern IP_V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IP_V6 = Pattern.compile("\\[[0-9a-f:.]+]");
  private static final String LOOPBACK = "localhost";

  private final Set<String> names;

  private OwnNames(Set<String> names) {
    this.names = names;
  }

  /**
   * @param names host names without ports; letter case does not count
   */
  public static OwnNames of(Collection<String> names) {
    Set<String> own = new TreeSet<>(List.of(LOOPBACK));
    names.forEach(name -> own.add(normal(name.strip())));
    return new OwnNames(own);
  }

  /** All but addresses, in their order. */
  public List<String> all() {
    return List.copyOf(names);
  }

  /**
   * @param authority a host, with or without a port, as in {@code Host}
   */
  boolean include(String authority) {
    String name = normal(name(authority));
    return names.contains(name)
        || name.endsWith("." + LOOPBACK)
        || IP_V4.matcher(name).matches()
        || IP_V6.matcher(name).matches();
  }

  /** Whether a page of this origin was served by a service that is called by these names. */
  boolean includeOrigin(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    if (scheme < 0) {
      return false;
    }
    String authority = origin.substring(scheme + 3).toLowerCase(Locale.ROOT);
    // Behind a proxy the page was served by the proxy, under the name and the port of the scheme.
    boolean ofProxy = names.contains(authority) && !authority.equals(LOOPBACK);
    return ofProxy || (host != null && authority.equals(host.toLowerCase(Locale.ROOT)));
  }

  private static String name(String authority) {
    int port = authority.lastIndexOf(':');
    return port > authority.lastIndexOf(']') ? authority.substring(0, port) : authority;
  }

  private static String normal(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
