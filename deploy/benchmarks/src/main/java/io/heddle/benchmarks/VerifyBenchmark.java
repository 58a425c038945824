package io.heddle.benchmarks;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.encoding.BlockCodec;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.verify.ChainVerifier;
import io.heddle.verify.Check;
import io.heddle.verify.VerificationReport;
import io.heddle.verify.VerifyOptions;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Physical verification of a dataset of some large files, on all cores. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VerifyBenchmark {
  static final long BYTES = 64L << 20;

  private static final int FILES = 16;

  private DatasetStorage storage;
  private Multihash head;

  @Setup(Level.Trial)
  public void fill() {
    InMemoryObjectStore store = new InMemoryObjectStore();
    storage = new DatasetStorage(store);
    Random random = new Random(1);
    Multihash last = storage.putBlock(BlockCodec.encode(SampleBlocks.seed()));
    last = storage.putBlock(BlockCodec.encode(SampleBlocks.schema(last)));
    for (int i = 0; i < FILES; i++) {
      byte[] file = new byte[(int) (BYTES / FILES)];
      random.nextBytes(file);
      Multihash hash = Sha3.hash(file);
      store.putIfAbsent(StorageArea.DATA.folder() + "/" + hash, file);
      long number = SampleBlocks.FIRST_DATA_BLOCK + i;
      last =
          storage.putBlock(BlockCodec.encode(SampleBlocks.data(number, last, hash, file.length)));
    }
    head = last;
  }

  @Benchmark
  public VerificationReport physically() {
    VerifyOptions options =
        VerifyOptions.DEFAULT.withChecks(Set.of(Check.Chain, Check.PhysicalHash));
    VerificationReport report = new ChainVerifier(storage, options).verify(head);
    if (!report.findings().isEmpty()) {
      throw new IllegalStateException("sound data, and yet: " + report.findings());
    }
    return report;
  }
}
