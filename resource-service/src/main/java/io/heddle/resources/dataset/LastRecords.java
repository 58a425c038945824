package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.ChainException;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RuleCategory;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * The last records of a dataset, by offset. Reads only the slices that hold them, and of the chain
 * only what lies above the first of these.
 */
final class LastRecords {
  private LastRecords() {}

  /**
   * @param skip how many of the last records are left out
   * @param limit how many before those are wanted
   * @return in the order of their offsets, with the columns of the schema in force
   */
  static List<ObjectNode> read(MetadataChain chain, ChainSummary summary, long skip, int limit) {
    long end = summary.nextOffset() - skip;
    long start = Math.max(0, end - limit);
    if (end <= start) {
      return List.of();
    }
    DataSchema schema = summary.schema().orElseThrow();
    List<ObjectNode> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator()) {
      for (DataSlice slice : slices(chain, summary, start, end)) {
        read(chain.storage(), slice, schema, start, end, allocator, rows);
      }
    }
    return rows;
  }

  /** The slices that hold records of [start, end), oldest first. */
  private static Deque<DataSlice> slices(
      MetadataChain chain, ChainSummary summary, long start, long end) {
    Deque<DataSlice> slices = new ArrayDeque<>();
    for (StoredBlock block : chain.backwards(summary.head())) {
      if (block.block().event() instanceof MetadataEvent.DataEvent event) {
        DataSlice slice = event.newData();
        if (slice != null
            && slice.offsetInterval().start() < end
            && slice.offsetInterval().end() >= start) {
          slices.addFirst(slice);
        }
        Long before = event.prevOffset();
        if (before == null || before < start) {
          break;
        }
      }
    }
    return slices;
  }

  private static void read(
      DatasetStorage storage,
      DataSlice slice,
      DataSchema schema,
      long start,
      long end,
      BufferAllocator allocator,
      List<ObjectNode> rows) {
    ObjectInfo object =
        storage
            .stat(StorageArea.DATA, slice.physicalHash())
            .orElseThrow(
                () ->
                    new ChainException(
                        RuleCategory.BlockNotFound,
                        "data file %s is not in the store".formatted(slice.physicalHash())));
    long offset = slice.offsetInterval().start();
    try (SliceReader reader =
        SliceReader.open(SliceSource.of(storage.store(), object), schema, allocator)) {
      while (offset < end && reader.next()) {
        int count = reader.root().getRowCount();
        for (int row = 0; row < count && offset < end; row++, offset++) {
          if (offset >= start) {
            rows.add(RowJson.row(reader.root(), row));
          }
        }
      }
    }
  }
}
