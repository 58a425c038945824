package io.heddle.local.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.bench.MemoryWatch.Peak;
import io.heddle.local.rest.HeddleRest;
import io.heddle.local.rest.RestException;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Patience;
import io.heddle.local.stack.ProjectRoot;
import io.heddle.local.stack.Service;
import io.heddle.local.stack.StackFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Ingests a ledger of a given size into a stack of its own: the first time, as a full export with 1
 * % new rows, and as a short export of the end. A result that is not what it must be fails.
 */
public final class BenchMain {
  private static final String NAME = "bench.ledger";
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final long TAIL_ROWS = 10_000;
  private static final double MEGABYTE = 1e6;
  private static final long MEBIBYTE = 1024 * 1024;

  private final HeddleRest rest;
  private final MemoryWatch memory;
  private final Path file;

  private BenchMain(HeddleRest rest, MemoryWatch memory, Path file) {
    this.rest = rest;
    this.memory = memory;
    this.file = file;
  }

  public static void main(String[] args) throws IOException {
    List<String> arguments = List.of(args);
    if (arguments.size() != 3
        || !arguments.getFirst().equals("ledger")
        || !arguments.get(1).equals("--rows")) {
      System.err.println("usage: heddle bench ledger --rows N");
      System.exit(2);
    }
    long rows = Long.parseLong(arguments.getLast().replace("_", ""));
    var folder = new StackFolder(ProjectRoot.home().resolve("bench"));
    new LocalStack(ProjectRoot.find(), folder).down();
    folder.wipe();
    var stack = new LocalStack(ProjectRoot.find(), folder, Patience.endless(System.out::println));
    Runtime.getRuntime().addShutdownHook(new Thread(stack::down, "stack-stop"));

    int exit = 1;
    try {
      stack.up();
      try (var memory = new MemoryWatch(stack)) {
        var rest = new HeddleRest(stack.url(Service.RESOURCE, 1));
        new BenchMain(rest, memory, folder.root().resolve("ledger.csv")).ledger(rows);
        exit = 0;
      }
    } catch (IllegalStateException | RestException e) {
      System.err.println("heddle: " + e.getMessage());
    }
    System.exit(exit);
  }

  private void ledger(long rows) throws IOException {
    long fresh = Math.max(1, rows / 100);
    rest.apply(LedgerRows.manifests(NAME, file));
    ingest("first export, all rows new", 0, rows, rows);
    ingest("full export again, 1 % new rows", 0, rows + fresh, fresh);
    ingest(
        "short export of the end, half of it new",
        Math.max(0, rows + fresh - TAIL_ROWS),
        rows + fresh + TAIL_ROWS,
        TAIL_ROWS);
    verify();
  }

  /** Publishes the rows of a range and ingests them. */
  private void ingest(String title, long start, long end, long expectedNew) throws IOException {
    long bytes = LedgerRows.write(file, start, end);
    memory.takePeaks();
    long began = System.nanoTime();
    var phases = new PhaseTimes(began);
    JsonNode run = rest.awaitRun(NAME, rest.trigger(NAME), PATIENCE, phases::look);
    double seconds = (System.nanoTime() - began) / 1e9;
    report(title, end - start, bytes, seconds);
    phases.lines(end - start, bytes).forEach(System.out::println);
    reportMemory();
    long written =
        run.path("tasks").path(0).path("outcome").path("result").path("numRecords").asLong(-1);
    if (written != expectedNew) {
      throw new IllegalStateException(
          "%s: %d rows were added instead of %d: %s".formatted(title, written, expectedNew, run));
    }
  }

  private void verify() {
    memory.takePeaks();
    long began = System.nanoTime();
    JsonNode verdict = rest.verify(NAME);
    double seconds = (System.nanoTime() - began) / 1e9;
    if (!verdict.path("ok").asBoolean()) {
      throw new IllegalStateException("the dataset does not verify: " + verdict);
    }
    long bytes = 0;
    for (JsonNode block : rest.blocks(NAME)) {
      bytes += block.path("block").path("event").path("newData").path("size").asLong();
    }
    report("verify", verdict.path("checkedRecords").asLong(), bytes, seconds);
    reportMemory();
  }

  private static void report(String title, long rows, long bytes, double seconds) {
    System.out.printf(
        "%n%s%n  %,d rows, %.1f MB in %.2f s: %,.0f rows/s, %.1f MB/s%n",
        title, rows, bytes / MEGABYTE, seconds, rows / seconds, bytes / MEGABYTE / seconds);
  }

  private void reportMemory() {
    memory.takePeaks().forEach(BenchMain::reportPeak);
  }

  private static void reportPeak(String process, Peak peak) {
    System.out.printf(
        "    %-18s peak resident %5d MiB%s%n",
        process,
        peak.resident() / MEBIBYTE,
        peak.heap() < 0 ? "" : ", heap %5d MiB".formatted(peak.heap() / MEBIBYTE));
  }
}
