package io.heddle.local.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;

/**
 * A folder of files that a publisher changes from time to time, to be had from the file system and
 * over HTTP with entity tags.
 */
public final class PublishedFiles implements AutoCloseable {
  private final Path folder;
  private final HttpServer server;

  /**
   * @param folder made if it does not exist
   */
  public PublishedFiles(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder.toAbsolutePath());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  public Path folder() {
    return folder;
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Puts a file in place, whole, in place of a former one of that name. */
  public void publish(Path file, String name) throws IOException {
    Path draft = folder.resolve("." + name + ".part");
    Files.copy(file, draft, StandardCopyOption.REPLACE_EXISTING);
    Files.move(
        draft,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Replaces what the manifests leave open. */
  public String fillIn(String manifests) {
    return manifests
        .replace("${SAMPLES_URL}", url().toString())
        .replace("${SAMPLES_DIR}", folder.toString());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
      if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String eTag = eTag(file);
      exchange.getResponseHeaders().set("ETag", eTag);
      if (eTag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "text/csv");
      exchange.sendResponseHeaders(200, Files.size(file));
      Files.copy(file, exchange.getResponseBody());
    }
  }

  private static String eTag(Path file) throws IOException {
    CRC32 checksum = new CRC32();
    byte[] buffer = new byte[64 * 1024];
    try (var in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        checksum.update(buffer, 0, read);
      }
    }
    return "\"%x-%x\"".formatted(Files.size(file), checksum.getValue());
  }
}
