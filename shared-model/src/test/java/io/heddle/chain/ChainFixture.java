package io.heddle.chain;

import io.heddle.encoding.BlockCodec;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds chains for tests, block by block, without checking any rule. */
public final class ChainFixture {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  public static final DatasetId DATASET = dataset(1);

  public static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("offset", new DataType.UInt64()),
              new DataField("op", new DataType.UInt8()),
              new DataField("system_time", new DataType.Timestamp(null, null)),
              new DataField("event_time", new DataType.Timestamp(null, null)),
              new DataField("city", new DataType.Text()),
              new DataField("population", new DataType.Option(new DataType.Int64()))));

  private static final int DISABLE_POLLING_TAG = 13;

  private final ObjectStore store;
  private final MetadataChain chain;
  private @Nullable MetadataBlock last;
  private @Nullable Multihash lastHash;

  public ChainFixture() {
    this(new InMemoryObjectStore());
  }

  public ChainFixture(ObjectStore store) {
    this.store = store;
    this.chain = new MetadataChain(new DatasetStorage(store));
  }

  public static DatasetId dataset(int number) {
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    Arrays.fill(key, (byte) number);
    return new DatasetId(key);
  }

  /** A hash that depends on the text. */
  public static Multihash hash(String text) {
    byte[] digest = BlockCodec.hash(text.getBytes(StandardCharsets.UTF_8)).digest();
    return new Multihash(HashFunction.SHA3_256, digest);
  }

  public ObjectStore store() {
    return store;
  }

  public MetadataChain chain() {
    return chain;
  }

  public Multihash head() {
    return chain.head().orElseThrow().target();
  }

  public ChainFixture seed() {
    return add(new MetadataEvent.Seed(DATASET, DatasetKind.Root));
  }

  public ChainFixture schema() {
    return add(new MetadataEvent.SetDataSchema(SCHEMA));
  }

  /** Rows at these offsets, of a file that is not there. */
  public ChainFixture rows(long start, long end) {
    return add(addData(start, end, null, null));
  }

  public static MetadataEvent.AddData addData(
      long start, long end, @Nullable Instant watermark, @Nullable SourceState state) {
    DataSlice slice =
        new DataSlice(
            hash("rows" + start), hash("file" + start), new OffsetInterval(start, end), 10);
    return new MetadataEvent.AddData(
        null, start == 0 ? null : (Long) (start - 1), slice, null, watermark, state, null);
  }

  /** Appends an event one second after the block before, and moves the head. */
  public ChainFixture add(MetadataEvent event) {
    return add(next(event));
  }

  private MetadataBlock next(MetadataEvent event) {
    Instant time = last == null ? START : last.systemTime().plus(Duration.ofSeconds(1));
    long number = last == null ? 0 : last.sequenceNumber() + 1;
    return new MetadataBlock(time, lastHash, number, event);
  }

  public ChainFixture add(MetadataBlock block) {
    return add(block, BlockCodec.encode(block));
  }

  /** Appends an event of a kind that this version does not know. */
  public ChainFixture addUnknown(int tag) {
    MetadataBlock known = next(new MetadataEvent.DisablePollingSource());
    byte[] file = BlockCodec.encode(known);
    for (int at = 3; at < file.length; at++) {
      if (file[at] == DISABLE_POLLING_TAG && file[at - 1] == 0 && file[at - 2] == 0) {
        file[at] = (byte) tag;
        return add(BlockCodec.decode(file), file);
      }
    }
    throw new AssertionError("no union tag");
  }

  private ChainFixture add(MetadataBlock block, byte[] file) {
    lastHash = chain.storage().putBlock(file);
    last = block;
    Optional<BlockRef> head = chain.head();
    chain.storage().references().move(RefName.HEAD, head.orElse(null), lastHash);
    return this;
  }
}
