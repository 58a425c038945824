package io.heddle.benchmarks;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefName;
import io.heddle.encoding.BlockCodec;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Opening a chain of 100,000 blocks whose note is as old as it gets. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenChainBenchmark {
  private static final int BLOCKS = 100_000;
  private static final int AFTER_THE_NOTE = 11;

  private final DatasetStorage storage = new DatasetStorage(new InMemoryObjectStore());

  @Setup(Level.Trial)
  public void build() {
    MetadataChain chain = new MetadataChain(storage);
    Multihash last = storage.putBlock(BlockCodec.encode(SampleBlocks.seed()));
    last = storage.putBlock(BlockCodec.encode(SampleBlocks.schema(last)));
    for (long number = SampleBlocks.FIRST_DATA_BLOCK; number < BLOCKS; number++) {
      if (number == BLOCKS - AFTER_THE_NOTE) {
        chain.remember(chain.summary(last));
      }
      last = storage.putBlock(BlockCodec.encode(SampleBlocks.data(number, last)));
    }
    storage.references().move(RefName.HEAD, null, last);
  }

  @Benchmark
  public ChainSummary open() {
    return new MetadataChain(storage).summary().orElseThrow();
  }
}
