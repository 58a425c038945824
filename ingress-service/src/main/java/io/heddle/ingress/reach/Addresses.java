package io.heddle.ingress.reach;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * A set of IP addresses, made of ranges and of the word {@code public}: all that belong to the open
 * internet, which leaves out this machine, private networks, those between machines of one link
 * (where clouds keep their metadata), multicast, and whatever is reserved.
 */
final class Addresses {
  private static final String PUBLIC = "public";
  private static final String ANY = "any";

  /** The ranges of IPv4 that are not public (IANA, "Special-Purpose Address Registry"). */
  private static final List<AddressRange> SPECIAL =
      ranges(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4");

  /** Where all public addresses of IPv6 lie, and what is special among them. */
  private static final AddressRange GLOBAL_6 = AddressRange.parse("2000::/3");

  private static final List<AddressRange> SPECIAL_6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  /** Addresses of IPv4 as a translating network shows them to machines with IPv6 alone. */
  private static final AddressRange TRANSLATED = AddressRange.parse("64:ff9b::/96");

  private static final int TRANSLATED_PREFIX_BYTES = 12;

  private final List<String> entries;
  private final boolean any;
  private final boolean open;
  private final List<AddressRange> ranges;

  /**
   * @param entries ranges, {@code public} and {@code any}
   * @throws IllegalArgumentException when an entry is none of them
   */
  Addresses(List<String> entries) {
    this.entries = List.copyOf(entries);
    this.any = entries.contains(ANY);
    this.open = entries.contains(PUBLIC);
    this.ranges =
        entries.stream()
            .filter(entry -> !entry.equals(ANY) && !entry.equals(PUBLIC))
            .map(AddressRange::parse)
            .toList();
  }

  boolean contains(InetAddress address) {
    return any
        || (open && isPublic(address))
        || ranges.stream().anyMatch(range -> range.contains(address));
  }

  static boolean isPublic(InetAddress address) {
    if (address instanceof Inet4Address) {
      return SPECIAL.stream().noneMatch(range -> range.contains(address));
    }
    if (TRANSLATED.contains(address)) {
      return isPublic(behindTranslation(address));
    }
    return GLOBAL_6.contains(address)
        && SPECIAL_6.stream().noneMatch(range -> range.contains(address));
  }

  private static InetAddress behindTranslation(InetAddress address) {
    byte[] bytes = address.getAddress();
    try {
      return InetAddress.getByAddress(
          Arrays.copyOfRange(bytes, TRANSLATED_PREFIX_BYTES, bytes.length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static List<AddressRange> ranges(String... texts) {
    return Arrays.stream(texts).map(AddressRange::parse).toList();
  }

  @Override
  public String toString() {
    return String.join(",", entries);
  }
}
