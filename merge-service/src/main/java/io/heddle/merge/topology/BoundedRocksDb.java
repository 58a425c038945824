package io.heddle.merge.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Gives all stores of the process one block cache and one budget for write buffers; otherwise each
 * store of each partition would take as much as it likes. The stores of a process share one
 * setting: that of the first.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
  static final String BLOCK_CACHE_BYTES = "heddle.rocksdb.block.cache.bytes";
  static final String WRITE_BUFFER_BYTES = "heddle.rocksdb.write.buffer.bytes";

  private static final long DEFAULT_BYTES = 64L * 1024 * 1024;
  private static final long BUFFER_BYTES = 16L * 1024 * 1024;
  private static final int BITS_PER_KEY = 10;

  /** Few shards, so that each is large beside a single block. */
  private static final int SHARD_BITS = 2;

  private static @Nullable Shared shared;

  private record Shared(Cache cache, WriteBufferManager buffers, BloomFilter filter) {}

  private static synchronized Shared shared(Map<String, Object> settings) {
    if (shared == null) {
      long buffers = bytes(settings, WRITE_BUFFER_BYTES);
      Cache cache = new LRUCache(bytes(settings, BLOCK_CACHE_BYTES) + buffers, SHARD_BITS);
      shared =
          new Shared(
              cache, new WriteBufferManager(buffers, cache), new BloomFilter(BITS_PER_KEY, false));
    }
    return shared;
  }

  private static long bytes(Map<String, Object> settings, String name) {
    return settings.get(name) instanceof Number number ? number.longValue() : DEFAULT_BYTES;
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> settings) {
    Shared parts = shared(settings);
    BlockBasedTableConfig tables = (BlockBasedTableConfig) options.tableFormatConfig();
    tables.setBlockCache(parts.cache());
    // In parts: the whole index and filter of a file of millions of rows are larger than a shard of
    // the cache, and would be read again for each look-up.
    tables.setCacheIndexAndFilterBlocks(true);
    tables.setIndexType(IndexType.kTwoLevelIndexSearch);
    tables.setPartitionFilters(true);
    tables.setPinTopLevelIndexAndFilter(true);
    tables.setFilterPolicy(parts.filter());
    options.setTableFormatConfig(tables);
    options.setWriteBufferManager(parts.buffers());
    options.setWriteBufferSize(BUFFER_BYTES);
    options.setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  @Override
  public void close(String storeName, Options options) {
    // What is shared ends with the process.
  }
}
