package io.heddle.merge.catchup;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainException;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RuleCategory;
import io.heddle.chain.StoredBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.schema.DataSchema;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Reads from the bucket of the installation. Safe for any thread. */
public final class StoredChainReads implements ChainReads {
  /** A walk longer than this is worth a note that makes the next one short. */
  private static final int LONG_WALK = 200;

  private final ObjectStore bucket;
  private final ReadPools pools;
  private final OpenFiles openFiles;
  private final Path scratch;
  private final BufferAllocator allocator;

  /**
   * @param scratch a folder for data files while they are read
   */
  public StoredChainReads(
      ObjectStore bucket, ReadPools pools, Path scratch, BufferAllocator allocator) {
    this.bucket = bucket;
    this.pools = pools;
    this.openFiles = new OpenFiles(pools.openFiles());
    this.scratch = scratch;
    this.allocator = allocator;
  }

  @Override
  public CompletableFuture<Optional<Multihash>> head(DatasetId dataset) {
    return CompletableFuture.supplyAsync(
        () -> new MetadataChain(DatasetStorage.of(bucket, dataset)).head().map(BlockRef::target),
        pools.heads());
  }

  @Override
  public CompletableFuture<Sighting> look(
      DatasetId dataset, @Nullable Multihash known, @Nullable Multihash upTo, boolean slices) {
    return CompletableFuture.supplyAsync(
        () -> lookNow(dataset, known, upTo, slices), pools.walks());
  }

  private Sighting lookNow(
      DatasetId dataset, @Nullable Multihash known, @Nullable Multihash upTo, boolean slices) {
    MetadataChain chain = new MetadataChain(DatasetStorage.of(bucket, dataset));
    Multihash head = upTo == null ? chain.head().map(BlockRef::target).orElse(null) : upTo;
    if (head == null) {
      return new Sighting(null, known == null, List.of());
    }
    ChainSummary summary = chain.summary(head);
    if (known == null && !slices) {
      return new Sighting(summary, true, List.of());
    }
    List<Sighting.SliceBlock> found = new ArrayList<>();
    int walked = 0;
    try {
      for (StoredBlock block :
          known == null ? chain.backwards(head) : chain.backwards(head, known)) {
        walked++;
        if (block.block().event() instanceof DataEvent data && data.newData() != null) {
          found.add(new Sighting.SliceBlock(block.hash(), data.newData()));
        }
      }
    } catch (ChainException e) {
      if (e.category() == RuleCategory.InvalidInterval) {
        return new Sighting(summary, false, List.of());
      }
      throw e;
    }
    if (walked > LONG_WALK) {
      chain.remember(summary);
    }
    Collections.reverse(found);
    return new Sighting(summary, true, found);
  }

  @Override
  public CompletableFuture<Optional<List<StoredBlock>>> next(
      DatasetId dataset, @Nullable Multihash base, int limit) {
    return CompletableFuture.supplyAsync(() -> nextNow(dataset, base, limit), pools.walks());
  }

  private Optional<List<StoredBlock>> nextNow(
      DatasetId dataset, @Nullable Multihash base, int limit) {
    MetadataChain chain = new MetadataChain(DatasetStorage.of(bucket, dataset));
    Multihash head = chain.head().map(BlockRef::target).orElse(null);
    if (Objects.equals(head, base)) {
      return Optional.of(List.of());
    }
    if (head == null) {
      return Optional.empty();
    }
    ArrayDeque<StoredBlock> oldest = new ArrayDeque<>();
    try {
      for (StoredBlock block : base == null ? chain.backwards(head) : chain.backwards(head, base)) {
        oldest.addFirst(block);
        if (oldest.size() > limit) {
          oldest.removeLast();
        }
      }
    } catch (ChainException e) {
      if (e.category() == RuleCategory.InvalidInterval) {
        return Optional.empty();
      }
      throw e;
    }
    return Optional.of(List.copyOf(oldest));
  }

  @Override
  public RowStream rows(DatasetId dataset, List<Sighting.SliceBlock> slices, DataSchema schema) {
    StoredRows rows =
        new StoredRows(
            DatasetStorage.of(bucket, dataset),
            slices,
            schema,
            scratch,
            allocator,
            pools.files(),
            openFiles);
    rows.start();
    return rows;
  }
}
