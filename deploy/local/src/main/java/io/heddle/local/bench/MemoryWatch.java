package io.heddle.local.bench;

import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks twice a second at how much memory each process of a stack holds, and keeps the peaks. */
final class MemoryWatch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final String HEAP_METRIC = "jvm_memory_used_bytes{area=\"heap\"";

  /** Peaks of one process, in bytes; -1: it does not tell. */
  record Peak(long resident, long heap) {
    Peak or(long otherResident, long otherHeap) {
      return new Peak(Math.max(resident, otherResident), Math.max(heap, otherHeap));
    }
  }

  private static final Logger log = LoggerFactory.getLogger(MemoryWatch.class);

  private final LocalStack stack;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Peak> peaks = new TreeMap<>();
  private final Thread thread = new Thread(this::watch, "memory-watch");
  private volatile boolean watching = true;

  MemoryWatch(LocalStack stack) {
    this.stack = stack;
    thread.setDaemon(true);
    thread.start();
  }

  /** The peaks since the last call. */
  synchronized Map<String, Peak> takePeaks() {
    Map<String, Peak> taken = new TreeMap<>(peaks);
    peaks.clear();
    return taken;
  }

  @Override
  public void close() {
    watching = false;
    thread.interrupt();
  }

  private void watch() {
    while (watching) {
      try {
        Thread.sleep(INTERVAL);
        look();
      } catch (InterruptedException e) {
        return;
      } catch (IOException e) {
        log.debug("A process tells nothing; the next look may find it", e);
      }
    }
  }

  private void look() throws IOException, InterruptedException {
    Map<String, Long> processes = stack.running();
    Map<Long, Long> resident = residentBytes(processes);
    Map<String, Long> heaps = new HashMap<>();
    for (Service service : Service.values()) {
      heaps.put(service.title(), heapBytes(stack.url(service, 1)));
    }
    synchronized (this) {
      processes.forEach(
          (name, pid) ->
              peaks.merge(
                  name,
                  new Peak(resident.getOrDefault(pid, -1L), heaps.getOrDefault(name, -1L)),
                  (before, now) -> before.or(now.resident(), now.heap())));
    }
  }

  private static Map<Long, Long> residentBytes(Map<String, Long> processes) throws IOException {
    String pids = processes.values().stream().map(String::valueOf).collect(Collectors.joining(","));
    Process ps = new ProcessBuilder("ps", "-o", "pid=,rss=", "-p", pids).start();
    Map<Long, Long> resident = new HashMap<>();
    try (BufferedReader lines = ps.inputReader(StandardCharsets.US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.strip().split("\\s+", 2);
        resident.put(Long.valueOf(columns[0]), Long.parseLong(columns[1]) * 1024);
      }
    }
    return resident;
  }

  private long heapBytes(URI service) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/metrics")).timeout(Duration.ofSeconds(2)).build();
    var answer = http.send(request, BodyHandlers.ofLines());
    if (answer.statusCode() != 200) {
      return -1;
    }
    return (long)
        answer
            .body()
            .filter(line -> line.startsWith(HEAP_METRIC))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }
}
