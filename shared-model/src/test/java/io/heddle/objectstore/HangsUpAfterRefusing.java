package io.heddle.objectstore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/**
 * A server that refuses every write with 412 in answers that promise to keep the connection, and
 * then closes it a moment later, as MinIO does.
 */
final class HangsUpAfterRefusing implements AutoCloseable {
  private static final String BODY =
      "<?xml version=\"1.0\"?><Error><Code>PreconditionFailed</Code><Message>no</Message></Error>";

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  HangsUpAfterRefusing() throws IOException {
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        Thread.ofVirtual().start(() -> refuse(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void refuse(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      int length = 0;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      in.readNBytes(length);
      String answer =
          "HTTP/1.1 412 Precondition Failed\r\nContent-Type: application/xml\r\nContent-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY;
      connection.getOutputStream().write(answer.getBytes(ISO_8859_1));
      connection.getOutputStream().flush();
    } catch (IOException e) {
      // The client has gone; so does this connection.
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
