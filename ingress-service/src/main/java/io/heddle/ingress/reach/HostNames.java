package io.heddle.ingress.reach;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Gives the addresses of a name, or of an address in any notation, in the order to be tried. */
@FunctionalInterface
interface HostNames {
  /** Those of this machine. */
  HostNames SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  /**
   * @throws IOException when the name is not known
   */
  List<InetAddress> addresses(String name) throws IOException;
}
