package io.heddle.benchmarks;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs all benchmarks briefly, in one go, and puts them in relation. JMH's options may follow. */
public final class BenchmarksMain {
  private static final int WARM_UP_ITERATIONS = 5;
  private static final int ITERATIONS = 20;
  private static final TimeValue ITERATION = TimeValue.milliseconds(200);
  private static final String ALL_ARE_NEEDED = BenchmarksMain.class.getPackageName() + ".*";

  private BenchmarksMain() {}

  public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(ALL_ARE_NEEDED)
                    .forks(1)
                    .warmupIterations(WARM_UP_ITERATIONS)
                    .warmupTime(ITERATION)
                    .measurementIterations(ITERATIONS)
                    .measurementTime(ITERATION)
                    .shouldFailOnError(true)
                    .parent(new CommandLineOptions(arguments))
                    .build())
            .run();
    new Figures(results).lines().forEach(System.out::println);
    System.out.println(
        "%d cores, Java %s"
            .formatted(Runtime.getRuntime().availableProcessors(), Runtime.version()));
  }
}
