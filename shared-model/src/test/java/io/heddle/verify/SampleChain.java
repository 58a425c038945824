package io.heddle.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.chain.ChainFixture;
import io.heddle.chain.DatasetStorage;
import io.heddle.encoding.BlockCodec;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceWriter;
import io.heddle.slice.WrittenSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A small chain with real data files, for tests to damage. */
final class SampleChain {
  /** One row; a null population is a null. */
  record Row(int operation, long eventTime, String city, @Nullable Long population) {}

  final InMemoryObjectStore store = new InMemoryObjectStore();
  final DatasetStorage storage = new DatasetStorage(store);
  final List<MetadataBlock> blocks = new ArrayList<>();
  private final Path folder;

  SampleChain(Path folder) {
    this.folder = folder;
  }

  /** A chain with everything in it that can be damaged. */
  static SampleChain random(Path folder, Random random) {
    SampleChain chain = new SampleChain(folder);
    chain.add(new MetadataEvent.Seed(ChainFixture.DATASET, DatasetKind.Root));
    chain.add(new MetadataEvent.SetVocab(null, null, null, null));
    chain.add(new MetadataEvent.SetDataSchema(ChainFixture.SCHEMA));
    for (int i = 0; i < 3; i++) {
      if (random.nextBoolean()) {
        chain.add(new MetadataEvent.SetInfo("note " + random.nextInt(), List.of("k")));
      }
      chain.addRows(rows(random, 3 + random.nextInt(3)));
    }
    return chain;
  }

  /** Appends, then a correction pair, then appends. */
  static List<Row> rows(Random random, int appends) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < appends; i++) {
      rows.add(new Row(0, random.nextInt(1000), "city " + i, (long) random.nextInt(100)));
    }
    Row changed = rows.getFirst();
    rows.add(new Row(2, changed.eventTime(), changed.city(), changed.population()));
    rows.add(new Row(3, changed.eventTime(), changed.city(), null));
    rows.add(new Row(0, random.nextInt(1000), "last", 1L));
    return rows;
  }

  Multihash head() {
    return BlockCodec.hash(BlockCodec.encode(blocks.getLast()));
  }

  Multihash hash(int block) {
    return BlockCodec.hash(BlockCodec.encode(blocks.get(block)));
  }

  /** The number of the block with the n-th AddData. */
  int dataBlock(int n) {
    int seen = 0;
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).event() instanceof AddData && seen++ == n) {
        return i;
      }
    }
    throw new IllegalArgumentException("no data block " + n);
  }

  AddData data(int n) {
    return (AddData) blocks.get(dataBlock(n)).event();
  }

  void add(MetadataEvent event) {
    Multihash previous = blocks.isEmpty() ? null : head();
    MetadataBlock block =
        new MetadataBlock(
            ChainFixture.START.plusSeconds(blocks.size()), previous, blocks.size(), event);
    blocks.add(block);
    storage.putBlock(BlockCodec.encode(block));
  }

  void addRows(List<Row> rows) {
    AddData last = null;
    for (MetadataBlock block : blocks) {
      last = block.event() instanceof AddData data ? data : last;
    }
    Long prevOffset = last == null ? null : last.lastOffset();
    long start = prevOffset == null ? 0 : prevOffset + 1;
    Instant time = ChainFixture.START.plusSeconds(blocks.size());
    DataSlice slice =
        write(ChainFixture.SCHEMA, rows, start, time)
            .at(new OffsetInterval(start, start + rows.size() - 1));
    byte[] state = ("checkpoint " + blocks.size()).getBytes(UTF_8);
    Multihash checkpoint = Sha3.hash(state);
    store.putIfAbsent("checkpoints/" + checkpoint, state);
    add(
        new AddData(
            last == null || last.newCheckpoint() == null
                ? null
                : last.newCheckpoint().physicalHash(),
            prevOffset,
            slice,
            new Checkpoint(checkpoint, state.length),
            Instant.ofEpochMilli(1000L + blocks.size()),
            new SourceState("source", SourceState.ETAG, "v" + blocks.size()),
            null));
  }

  /** Replaces a block's event, and whatever of the block is not null, and links the rest anew. */
  Multihash rewrite(
      int number, MetadataEvent event, @Nullable Instant time, @Nullable Long sequenceNumber) {
    MetadataBlock old = blocks.get(number);
    blocks.set(
        number,
        new MetadataBlock(
            time == null ? old.systemTime() : time,
            old.prevBlockHash(),
            sequenceNumber == null ? old.sequenceNumber() : sequenceNumber,
            event));
    return relink(number);
  }

  /** Stores the blocks from one on again, each linked to the one before; the head is trusted. */
  Multihash relink(int from) {
    for (int i = from; i < blocks.size(); i++) {
      MetadataBlock block = blocks.get(i);
      Multihash previous = i == 0 ? null : hash(i - 1);
      blocks.set(
          i,
          new MetadataBlock(block.systemTime(), previous, block.sequenceNumber(), block.event()));
      storage.putBlock(BlockCodec.encode(blocks.get(i)));
    }
    return head();
  }

  /** Writes a slice in the columns of {@link ChainFixture#SCHEMA}, and says what it is. */
  WrittenSlice write(DataSchema schema, List<Row> rows, long start, Instant systemTime) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch =
            VectorSchemaRoot.create(ArrowSchemas.toArrow(ChainFixture.SCHEMA), allocator)) {
      batch.allocateNew();
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        ((UInt8Vector) batch.getVector("offset")).setSafe(i, start + i);
        ((UInt1Vector) batch.getVector("op")).setSafe(i, row.operation());
        ((TimeStampMilliTZVector) batch.getVector("system_time"))
            .setSafe(i, systemTime.toEpochMilli());
        ((TimeStampMilliTZVector) batch.getVector("event_time")).setSafe(i, row.eventTime());
        ((VarCharVector) batch.getVector("city")).setSafe(i, row.city().getBytes(UTF_8));
        if (row.population() == null) {
          ((BigIntVector) batch.getVector("population")).setNull(i);
        } else {
          ((BigIntVector) batch.getVector("population")).setSafe(i, row.population());
        }
      }
      batch.setRowCount(rows.size());
      return write(schema, batch);
    }
  }

  WrittenSlice write(DataSchema schema, VectorSchemaRoot batch) {
    Path file = folder.resolve("slice.parquet");
    try {
      Files.deleteIfExists(file);
      WrittenSlice written;
      try (SliceWriter writer = new SliceWriter(file, schema);
          VectorSchemaRoot columns =
              VectorSchemaRoot.of(
                  schema.fields().stream()
                      .map(field -> batch.getVector(field.name()))
                      .toArray(org.apache.arrow.vector.FieldVector[]::new))) {
        columns.setRowCount(batch.getRowCount());
        writer.write(columns);
        written = writer.finish();
      }
      store.putIfAbsent("data/" + written.physicalHash(), Files.readAllBytes(file));
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] object(String key) {
    return store.get(key).orElseThrow().content();
  }

  void replace(String key, byte[] content) {
    store.delete(key);
    store.putIfAbsent(key, content);
  }

  SampleChain copy() {
    SampleChain copy = new SampleChain(folder);
    copy.blocks.addAll(blocks);
    for (ObjectInfo info : store.list("", null, Integer.MAX_VALUE)) {
      copy.store.putIfAbsent(info.key(), object(info.key()));
    }
    return copy;
  }
}
