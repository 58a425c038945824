package io.heddle.benchmarks;

import io.heddle.hash.Sha3;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** The limit: what the JDK needs to hash {@link #BYTES}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Sha3Benchmark {
  static final int BYTES = 1 << 20;

  private final byte[] bytes = new byte[BYTES];
  private final MessageDigest digest = Sha3.newDigest();

  @Benchmark
  public byte[] oneThread() {
    return digest.digest(bytes);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public byte[] allCores() {
    return digest.digest(bytes);
  }
}
