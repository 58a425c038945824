package io.heddle.ingress.fetch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on this machine that says what it is told, and remembers what it was asked. */
final class WebServer implements AutoCloseable {
  record Page(int status, Map<String, String> headers, byte[] body) {}

  /**
   * @param target as it was sent
   */
  record Request(String path, String target, Headers headers) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Deque<Page>> pages = new ConcurrentHashMap<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  WebServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Forgets all pages and requests. */
  void clear() {
    pages.clear();
    requests.clear();
  }

  /** Adds the next answer of a path; the last one is given again and again. */
  void page(String path, int status, Map<String, String> headers, String body) {
    page(path, new Page(status, Map.copyOf(headers), body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Adds the next answer of a path, with data of any kind. */
  void page(String path, Map<String, String> headers, byte[] body) {
    page(path, new Page(200, Map.copyOf(headers), body));
  }

  private void page(String path, Page page) {
    pages.computeIfAbsent(path, each -> new ArrayDeque<>()).add(page);
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestURI().toString();
    // A page can be meant for one query only, or in the spelling of a URL.
    String path = pages.containsKey(target) ? target : exchange.getRequestURI().getPath();
    Headers headers = new Headers();
    headers.putAll(exchange.getRequestHeaders());
    requests.add(new Request(path, target, headers));
    Deque<Page> queue = pages.getOrDefault(path, new ArrayDeque<>());
    Page page = queue.size() > 1 ? queue.poll() : queue.peek();
    try (exchange) {
      if (page == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      page.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] body = page.body();
      exchange.sendResponseHeaders(page.status(), body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
