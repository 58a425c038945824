package io.heddle.verify;

import io.heddle.multiformats.DatasetId;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to verify.
 *
 * @param from the sequence number of the first block whose files are looked at; blocks are checked
 *     down to the Seed in any case, since each rests on those before
 * @param stopOnFirst whether the first error ends it
 * @param parallelSlices how many files are read at once; memory and disk go with it
 * @param folder for copies of data files while they are checked; null: the system's own
 * @param dataset whose chain it must be; null: any
 * @param inputs where the datasets lie that it is made of
 */
public record VerifyOptions(
    Set<Check> checks,
    long from,
    boolean stopOnFirst,
    int parallelSlices,
    @Nullable Path folder,
    @Nullable DatasetId dataset,
    InputDatasets inputs) {
  /** All usual checks over the whole chain. */
  public static final VerifyOptions DEFAULT =
      new VerifyOptions(
          Check.USUAL,
          0,
          false,
          Math.max(1, Runtime.getRuntime().availableProcessors()),
          null,
          null,
          InputDatasets.NONE);

  public VerifyOptions {
    checks = Set.copyOf(checks);
    if (parallelSlices < 1) {
      throw new IllegalArgumentException("parallelSlices must be at least 1");
    }
  }

  public VerifyOptions withChecks(Set<Check> newChecks) {
    return new VerifyOptions(newChecks, from, stopOnFirst, parallelSlices, folder, dataset, inputs);
  }

  public VerifyOptions withFrom(long sequenceNumber) {
    return new VerifyOptions(
        checks, sequenceNumber, stopOnFirst, parallelSlices, folder, dataset, inputs);
  }

  public VerifyOptions withStopOnFirst(boolean stop) {
    return new VerifyOptions(checks, from, stop, parallelSlices, folder, dataset, inputs);
  }

  public VerifyOptions withParallelSlices(int number) {
    return new VerifyOptions(checks, from, stopOnFirst, number, folder, dataset, inputs);
  }

  public VerifyOptions withDataset(DatasetId expected) {
    return new VerifyOptions(checks, from, stopOnFirst, parallelSlices, folder, expected, inputs);
  }

  public VerifyOptions withInputs(InputDatasets datasets) {
    return new VerifyOptions(checks, from, stopOnFirst, parallelSlices, folder, dataset, datasets);
  }

  boolean wants(Check check) {
    return checks.contains(check);
  }

  boolean wantsRows() {
    return wants(Check.LogicalHash)
        || wants(Check.Offsets)
        || wants(Check.Schema)
        || wants(Check.Ops);
  }
}
