package io.heddle.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** What was measured, each figure beside its bound. */
final class Figures {
  private static final double NANOSECONDS_IN_MICROSECOND = 1000;
  private static final double NANOSECONDS_IN_SECOND = 1e9;

  private final Collection<RunResult> results;

  /**
   * @param results of all benchmarks
   */
  Figures(Collection<RunResult> results) {
    this.results = results;
  }

  /** A table in Markdown. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("| what | figure | bound |");
    lines.add("| --- | --- | --- |");
    double limit = Sha3Benchmark.BYTES / nanoseconds(Sha3Benchmark.class, "oneThread");
    int cores = Runtime.getRuntime().availableProcessors();
    double limitOfAll = cores * Sha3Benchmark.BYTES / nanoseconds(Sha3Benchmark.class, "allCores");
    lines.add(line("SHA3-256 of the JDK, one thread", "%.0f MB/s", megabytes(limit), "the limit"));
    lines.add(
        line(
            "SHA3-256 of the JDK, " + cores + " threads",
            "%.0f MB/s",
            megabytes(limitOfAll),
            "the limit × cores"));
    double verified = VerifyBenchmark.BYTES / nanoseconds(VerifyBenchmark.class, "physically");
    lines.add(
        line("physical verification", "%.2f of the limit × cores", verified / limitOfAll, "≥ 0.8"));
    for (SampleColumn column : SampleColumn.values()) {
      double hashed = column.hashedBytes() / nanoseconds(column);
      lines.add(line("logical hash, " + column, "%.2f of the limit", hashed / limit, "≥ 0.5"));
    }
    lines.add(time("a block: encode and hash", BlockBenchmark.class, "encodeAndHash", "≤ 5 µs"));
    lines.add(time("a block: hash only", BlockBenchmark.class, "hash", ""));
    lines.add(time("a block: decode", BlockBenchmark.class, "decode", ""));
    lines.add(time("open a chain of 100,000 blocks", OpenChainBenchmark.class, "open", ""));
    return lines;
  }

  private String time(String what, Class<?> benchmark, String method, String bound) {
    double microseconds = nanoseconds(benchmark, method) / NANOSECONDS_IN_MICROSECOND;
    return line(what, "%.1f µs", microseconds, bound);
  }

  private static String line(String what, String format, double value, String bound) {
    return "| %s | %s | %s |".formatted(what, String.format(Locale.ROOT, format, value), bound);
  }

  private static double megabytes(double bytesInNanosecond) {
    return bytesInNanosecond * NANOSECONDS_IN_SECOND / 1e6;
  }

  private double nanoseconds(SampleColumn column) {
    return results.stream()
        .filter(result -> column.name().equals(result.getParams().getParam("column")))
        .findFirst()
        .map(Figures::best)
        .orElseThrow();
  }

  private double nanoseconds(Class<?> benchmark, String method) {
    return results.stream()
        .filter(result -> isOf(result.getParams(), benchmark, method))
        .findFirst()
        .map(Figures::best)
        .orElseThrow();
  }

  /** Of the shortest iteration: whatever else the machine does can only make one longer. */
  private static double best(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMin();
  }

  private static boolean isOf(BenchmarkParams params, Class<?> benchmark, String method) {
    return params.getBenchmark().equals(benchmark.getName() + "." + method);
  }
}
