package io.heddle.merge.catchup;

import io.heddle.chain.StoredBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.schema.DataSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Looks at datasets as they lie in the object store. Nothing here blocks the caller; the work is
 * done by a bounded pool of threads.
 */
public interface ChainReads {
  /** Where the head stands; empty when the dataset has none. */
  CompletableFuture<Optional<Multihash>> head(DatasetId dataset);

  /**
   * Looks how the chain went on.
   *
   * @param known the block to start after; null: from the first one
   * @param upTo the block to look up to; null: the head
   * @param slices whether the data files on the way are wanted
   */
  CompletableFuture<Sighting> look(
      DatasetId dataset, @Nullable Multihash known, @Nullable Multihash upTo, boolean slices);

  /**
   * Looks what follows a block.
   *
   * @param base null: what the chain begins with
   * @param limit at most how many blocks are wanted
   * @return the oldest blocks after {@code base}, oldest first; empty when the block is not in the
   *     chain
   */
  CompletableFuture<Optional<List<StoredBlock>>> next(
      DatasetId dataset, @Nullable Multihash base, int limit);

  /**
   * Reads the rows of data files, one after another.
   *
   * @param schema to read them with
   */
  RowStream rows(DatasetId dataset, List<Sighting.SliceBlock> slices, DataSchema schema);
}
