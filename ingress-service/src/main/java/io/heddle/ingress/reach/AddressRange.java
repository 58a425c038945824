package io.heddle.ingress.reach;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A range of IP addresses: those that share the first bits of one.
 *
 * @param first any address of the range
 * @param bits how many bits they share
 */
record AddressRange(InetAddress first, int bits) {
  /** Only literals: a name would be asked for once, at start, and mean something else later. */
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  AddressRange {
    if (bits < 0 || bits > first.getAddress().length * Byte.SIZE) {
      throw new IllegalArgumentException("an address of this kind has no %d bits".formatted(bits));
    }
  }

  /**
   * @param text {@code address/bits}, or one address
   * @throws IllegalArgumentException when it is neither
   */
  static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    if (!LITERAL.matcher(literal).matches()) {
      throw new IllegalArgumentException("\"%s\" is no IP address".formatted(literal));
    }
    try {
      InetAddress address = InetAddress.getByName(literal);
      return new AddressRange(
          address,
          slash < 0
              ? address.getAddress().length * Byte.SIZE
              : Integer.parseInt(text.substring(slash + 1)));
    } catch (UnknownHostException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"%s\" is no range of IP addresses; write one as 10.1.0.0/16".formatted(text), e);
    }
  }

  boolean contains(InetAddress address) {
    byte[] ours = first.getAddress();
    byte[] theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((ours[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
