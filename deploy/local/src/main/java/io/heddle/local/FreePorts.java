package io.heddle.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Ports of the loopback address that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /** Several different ones: all are held until the last is found. */
  public static List<Integer> take(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback address", e);
    } finally {
      for (ServerSocket socket : held) {
        close(socket);
      }
    }
  }

  /** Whether nobody listens on a port. */
  public static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether nobody listens on a port, or at least not for longer than {@code patience}. */
  public static boolean becomesFree(int port, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (!isFree(port)) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return true;
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a port stays taken: " + socket.getLocalPort(), e);
    }
  }
}
