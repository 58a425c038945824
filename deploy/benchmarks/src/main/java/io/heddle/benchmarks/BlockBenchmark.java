package io.heddle.benchmarks;

import io.heddle.encoding.BlockCodec;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One AddData block, from values to bytes and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlockBenchmark {
  private final MetadataBlock block = SampleBlocks.data(1000, Sha3.hash(new byte[] {1}));
  private final byte[] bytes = BlockCodec.encode(block);

  @Benchmark
  public Multihash encodeAndHash() {
    return BlockCodec.hash(BlockCodec.encode(block));
  }

  @Benchmark
  public Multihash hash() {
    return BlockCodec.hash(bytes);
  }

  @Benchmark
  public MetadataBlock decode() {
    return BlockCodec.decode(bytes);
  }
}
