package io.heddle.benchmarks;

import io.heddle.hash.LogicalHasher;
import io.heddle.multiformats.Multihash;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The logical hash of one batch of one column. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LogicalHashBenchmark {
  @Param public SampleColumn column = SampleColumn.INT64;

  private BufferAllocator allocator;
  private VectorSchemaRoot batch;

  @Setup(Level.Trial)
  public void fill() {
    allocator = new RootAllocator();
    batch = column.batch(allocator);
  }

  @TearDown(Level.Trial)
  public void close() {
    batch.close();
    allocator.close();
  }

  @Benchmark
  public Multihash hash() {
    LogicalHasher hasher = LogicalHasher.ofSlice(batch.getSchema());
    hasher.update(batch);
    return hasher.hash();
  }
}
