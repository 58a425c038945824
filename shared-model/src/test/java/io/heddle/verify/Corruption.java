package io.heddle.verify;

import static io.heddle.verify.FindingCode.BLOCK_HASH_MISMATCH;
import static io.heddle.verify.FindingCode.BLOCK_MALFORMED;
import static io.heddle.verify.FindingCode.BLOCK_MISSING;
import static io.heddle.verify.FindingCode.EVENT_NOT_ALLOWED;
import static io.heddle.verify.FindingCode.LOGICAL_HASH_MISMATCH;
import static io.heddle.verify.FindingCode.OBJECT_MISSING;
import static io.heddle.verify.FindingCode.OFFSET_GAP;
import static io.heddle.verify.FindingCode.OP_ORDER_INVALID;
import static io.heddle.verify.FindingCode.PHYSICAL_HASH_MISMATCH;
import static io.heddle.verify.FindingCode.PREV_OFFSET_MISMATCH;
import static io.heddle.verify.FindingCode.SCHEMA_MISMATCH;
import static io.heddle.verify.FindingCode.SEED_MISPLACED;
import static io.heddle.verify.FindingCode.SEQUENCE_GAP;
import static io.heddle.verify.FindingCode.SIZE_MISMATCH;
import static io.heddle.verify.FindingCode.WATERMARK_REGRESSION;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.chain.ChainFixture;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.verify.SampleChain.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can go wrong with a chain, each case with the codes of which verification must
 * report one. Where a case changes blocks, it links all later ones anew, so that no hash gives it
 * away.
 */
enum Corruption {
  BIT_OF_BLOCK(
      (chain, random) -> flip(chain, anyBlock(chain, random), random), BLOCK_HASH_MISMATCH),
  CUT_BLOCK((chain, random) -> cut(chain, anyBlock(chain, random), random), BLOCK_HASH_MISMATCH),
  LOST_BLOCK((chain, random) -> delete(chain, anyBlock(chain, random)), BLOCK_MISSING),
  SWAPPED_BLOCKS(
      (chain, random) -> swap(chain, "blocks/" + chain.hash(1), "blocks/" + chain.hash(2)),
      BLOCK_HASH_MISMATCH),
  BLOCK_OF_ANOTHER_DATASET(
      (chain, random) -> {
        chain.replace(
            anyBlock(chain, random),
            io.heddle.encoding.BlockCodec.encode(
                new MetadataBlock(
                    ChainFixture.START,
                    null,
                    0,
                    new MetadataEvent.Seed(ChainFixture.dataset(9), DatasetKind.Root))));
        return chain.head();
      },
      BLOCK_HASH_MISMATCH),
  NO_BLOCK_AT_ALL(
      (chain, random) -> chain.storage.putBlock(("nothing" + random.nextInt()).getBytes(UTF_8)),
      BLOCK_MALFORMED),

  BIT_OF_DATA(
      (chain, random) -> flip(chain, anyData(chain, random), random), PHYSICAL_HASH_MISMATCH),
  CUT_DATA((chain, random) -> cut(chain, anyData(chain, random), random), SIZE_MISMATCH),
  LONGER_DATA(
      (chain, random) -> {
        String key = anyData(chain, random);
        byte[] content = chain.object(key);
        chain.replace(key, Arrays.copyOf(content, content.length + 1 + random.nextInt(9)));
        return chain.head();
      },
      SIZE_MISMATCH),
  LOST_DATA((chain, random) -> delete(chain, anyData(chain, random)), OBJECT_MISSING),
  SWAPPED_DATA(
      (chain, random) -> swap(chain, dataKey(chain, 0), dataKey(chain, 1)), PHYSICAL_HASH_MISMATCH),
  BIT_OF_CHECKPOINT(
      (chain, random) -> flip(chain, checkpointKey(chain, random.nextInt(3)), random),
      PHYSICAL_HASH_MISMATCH),
  LOST_CHECKPOINT(
      (chain, random) -> delete(chain, checkpointKey(chain, random.nextInt(3))), OBJECT_MISSING),

  SEQUENCE_NUMBER(
      (chain, random) -> {
        int block = 1 + random.nextInt(chain.blocks.size() - 1);
        long number = block + (random.nextBoolean() ? 1 : -1);
        return chain.rewrite(block, chain.blocks.get(block).event(), null, number);
      },
      SEQUENCE_GAP),
  SECOND_SEED(
      (chain, random) ->
          chain.rewrite(
              1, new MetadataEvent.Seed(ChainFixture.dataset(2), DatasetKind.Root), null, null),
      SEED_MISPLACED),
  NO_SEED(
      (chain, random) -> chain.rewrite(0, new MetadataEvent.SetInfo("no seed", null), null, null),
      SEED_MISPLACED),
  SYSTEM_TIME(
      (chain, random) -> {
        int block = 1 + random.nextInt(chain.blocks.size() - 1);
        Instant early = ChainFixture.START.minusSeconds(1 + random.nextInt(9));
        return chain.rewrite(block, chain.blocks.get(block).event(), early, null);
      },
      EVENT_NOT_ALLOWED),
  LEFT_OUT_BLOCK(
      (chain, random) -> {
        chain.blocks.remove(chain.dataBlock(random.nextInt(2)));
        return chain.relink(1);
      },
      SEQUENCE_GAP),
  EVENT_OF_DERIVATIVE(
      (chain, random) -> {
        chain.add(
            new MetadataEvent.ExecuteTransform(
                List.of(),
                null,
                chain.data(2).lastOffset(),
                null,
                null,
                Instant.ofEpochMilli(99_000)));
        return chain.head();
      },
      EVENT_NOT_ALLOWED),
  EMPTY_EVENT(
      (chain, random) -> {
        AddData last = chain.data(2);
        chain.add(new AddData(null, last.lastOffset(), null, null, null, null, null));
        return chain.head();
      },
      EVENT_NOT_ALLOWED,
      WATERMARK_REGRESSION),
  PREVIOUS_CHECKPOINT(
      (chain, random) -> {
        AddData data = chain.data(1);
        return edit(
            chain,
            1,
            new AddData(
                ChainFixture.hash("other"),
                data.prevOffset(),
                data.newData(),
                data.newCheckpoint(),
                data.newWatermark(),
                data.newSourceState(),
                null));
      },
      EVENT_NOT_ALLOWED),
  PREVIOUS_OFFSET(
      (chain, random) -> {
        AddData data = chain.data(1);
        return edit(
            chain,
            1,
            new AddData(
                data.prevCheckpoint(),
                null,
                null,
                data.newCheckpoint(),
                data.newWatermark(),
                data.newSourceState(),
                null));
      },
      PREV_OFFSET_MISMATCH),
  OFFSET_INTERVAL(
      (chain, random) -> {
        DataSlice slice = slice(chain, 1);
        OffsetInterval interval = slice.offsetInterval();
        long shift = 1 + random.nextInt(5);
        return edit(
            chain,
            1,
            new DataSlice(
                slice.logicalHash(),
                slice.physicalHash(),
                new OffsetInterval(interval.start() + shift, interval.end() + shift),
                slice.size()));
      },
      OFFSET_GAP),
  OFFSET_END(
      (chain, random) -> {
        DataSlice slice = slice(chain, 2);
        OffsetInterval interval = slice.offsetInterval();
        return edit(
            chain,
            2,
            new DataSlice(
                slice.logicalHash(),
                slice.physicalHash(),
                new OffsetInterval(interval.start(), interval.end() + 1),
                slice.size()));
      },
      OFFSET_GAP),
  WATERMARK_BACK(
      (chain, random) -> edit(chain, 1 + random.nextInt(2), Instant.ofEpochMilli(1)),
      WATERMARK_REGRESSION),
  WATERMARK_GONE(
      (chain, random) -> edit(chain, 1 + random.nextInt(2), (Instant) null), WATERMARK_REGRESSION),
  LOGICAL_HASH(
      (chain, random) -> {
        int n = random.nextInt(3);
        DataSlice slice = slice(chain, n);
        byte[] digest = slice.logicalHash().digest();
        digest[random.nextInt(digest.length)] ^= 1;
        return edit(
            chain,
            n,
            new DataSlice(
                new Multihash(HashFunction.ARROW0_SHA3_256, digest),
                slice.physicalHash(),
                slice.offsetInterval(),
                slice.size()));
      },
      LOGICAL_HASH_MISMATCH),
  FILE_OF_ANOTHER_SLICE(
      (chain, random) -> {
        DataSlice slice = slice(chain, 0);
        DataSlice other = slice(chain, 1);
        return edit(
            chain,
            0,
            new DataSlice(
                slice.logicalHash(), other.physicalHash(), slice.offsetInterval(), other.size()));
      },
      LOGICAL_HASH_MISMATCH),
  FILE_SIZE(
      (chain, random) -> {
        int n = random.nextInt(3);
        DataSlice slice = slice(chain, n);
        return edit(
            chain,
            n,
            new DataSlice(
                slice.logicalHash(),
                slice.physicalHash(),
                slice.offsetInterval(),
                slice.size() + 1 + random.nextInt(5)));
      },
      SIZE_MISMATCH),
  CHECKPOINT_SIZE(
      (chain, random) -> {
        AddData data = chain.data(2);
        Checkpoint checkpoint = data.newCheckpoint();
        return edit(
            chain,
            2,
            new AddData(
                data.prevCheckpoint(),
                data.prevOffset(),
                data.newData(),
                new Checkpoint(checkpoint.physicalHash(), checkpoint.size() + 1),
                data.newWatermark(),
                data.newSourceState(),
                null));
      },
      SIZE_MISMATCH),
  SCHEMA_OF_OTHER_TYPE(
      (chain, random) -> {
        chain.add(new MetadataEvent.SetDataSchema(retyped()));
        return chain.head();
      },
      SCHEMA_MISMATCH),
  SCHEMA_TWICE(
      (chain, random) -> {
        chain.add(new MetadataEvent.SetDataSchema(ChainFixture.SCHEMA));
        return chain.head();
      },
      SCHEMA_MISMATCH),
  SCHEMA_THAT_ROWS_DO_NOT_HAVE(
      (chain, random) -> chain.rewrite(2, new MetadataEvent.SetDataSchema(retyped()), null, null),
      SCHEMA_MISMATCH),

  ROW_OFFSETS((chain, random) -> rows(chain, rowsOf(random), 1), OFFSET_GAP),
  ROW_TOO_MANY(
      (chain, random) -> {
        List<Row> rows = rowsOf(random);
        rows.add(new Row(0, 1, "one more", null));
        return rows(chain, rows, 0);
      },
      OFFSET_GAP),
  ROW_OPERATION(
      (chain, random) -> {
        List<Row> rows = rowsOf(random);
        rows.set(1, new Row(4 + random.nextInt(200), 1, "what", null));
        return rows(chain, rows, 0);
      },
      OP_ORDER_INVALID),
  CORRECTION_WITHOUT_END(
      (chain, random) -> {
        List<Row> rows = rowsOf(random);
        rows.set(rows.size() - 1, new Row(2, 1, "half", null));
        return rows(chain, rows, 0);
      },
      OP_ORDER_INVALID),
  CORRECTION_WITHOUT_START(
      (chain, random) -> {
        List<Row> rows = rowsOf(random);
        rows.set(random.nextInt(2), new Row(3, 1, "half", null));
        return rows(chain, rows, 0);
      },
      OP_ORDER_INVALID),
  CORRECTION_INTERRUPTED(
      (chain, random) -> {
        List<Row> rows = rowsOf(random);
        rows.set(0, new Row(2, 1, "half", null));
        return rows(chain, rows, 0);
      },
      OP_ORDER_INVALID),
  COLUMN_MISSING(
      (chain, random) -> {
        List<DataField> fields = new ArrayList<>(ChainFixture.SCHEMA.fields());
        fields.removeLast();
        return rows(chain, rowsOf(random), 0, new DataSchema(fields));
      },
      SCHEMA_MISMATCH),
  COLUMNS_MOVED(
      (chain, random) -> {
        List<DataField> fields = new ArrayList<>(ChainFixture.SCHEMA.fields());
        java.util.Collections.swap(fields, 4, 5);
        return rows(chain, rowsOf(random), 0, new DataSchema(fields));
      },
      SCHEMA_MISMATCH);

  /** Damages a chain; the result is the head hash that the verifier trusts. */
  private interface Damage {
    Multihash apply(SampleChain chain, Random random);
  }

  private final Damage damage;
  private final Set<FindingCode> expected;

  Corruption(Damage damage, FindingCode... expected) {
    this.damage = damage;
    this.expected = Set.of(expected);
  }

  Multihash apply(SampleChain chain, Random random) {
    return damage.apply(chain, random);
  }

  /** One of these must be found. */
  Set<FindingCode> expected() {
    return expected;
  }

  private static String anyBlock(SampleChain chain, Random random) {
    return "blocks/" + chain.hash(random.nextInt(chain.blocks.size()));
  }

  private static String anyData(SampleChain chain, Random random) {
    return dataKey(chain, random.nextInt(3));
  }

  private static String dataKey(SampleChain chain, int n) {
    return "data/" + slice(chain, n).physicalHash();
  }

  private static String checkpointKey(SampleChain chain, int n) {
    return "checkpoints/" + chain.data(n).newCheckpoint().physicalHash();
  }

  private static Multihash flip(SampleChain chain, String key, Random random) {
    byte[] content = chain.object(key);
    content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
    chain.replace(key, content);
    return chain.head();
  }

  private static Multihash cut(SampleChain chain, String key, Random random) {
    byte[] content = chain.object(key);
    chain.replace(key, Arrays.copyOf(content, random.nextInt(content.length)));
    return chain.head();
  }

  private static Multihash delete(SampleChain chain, String key) {
    chain.store.delete(key);
    return chain.head();
  }

  private static Multihash swap(SampleChain chain, String one, String other) {
    byte[] content = chain.object(one);
    chain.replace(one, chain.object(other));
    chain.replace(other, content);
    return chain.head();
  }

  private static DataSlice slice(SampleChain chain, int n) {
    return java.util.Objects.requireNonNull(chain.data(n).newData());
  }

  private static Multihash edit(SampleChain chain, int n, AddData event) {
    return chain.rewrite(chain.dataBlock(n), event, null, null);
  }

  private static Multihash edit(SampleChain chain, int n, DataSlice slice) {
    AddData data = chain.data(n);
    return edit(
        chain,
        n,
        new AddData(
            data.prevCheckpoint(),
            data.prevOffset(),
            slice,
            data.newCheckpoint(),
            data.newWatermark(),
            data.newSourceState(),
            null));
  }

  private static Multihash edit(SampleChain chain, int n, @Nullable Instant watermark) {
    AddData data = chain.data(n);
    return edit(
        chain,
        n,
        new AddData(
            data.prevCheckpoint(),
            data.prevOffset(),
            data.newData(),
            data.newCheckpoint(),
            watermark,
            data.newSourceState(),
            null));
  }

  private static List<Row> rowsOf(Random random) {
    return SampleChain.rows(random, 3);
  }

  private static Multihash rows(SampleChain chain, List<Row> rows, long shift) {
    return rows(chain, rows, shift, ChainFixture.SCHEMA);
  }

  /** Adds a slice of these rows, as if there were as many as {@link #rowsOf} gives. */
  private static Multihash rows(SampleChain chain, List<Row> rows, long shift, DataSchema schema) {
    AddData last = chain.data(2);
    long start = last.lastOffset() + 1;
    Instant time = ChainFixture.START.plusSeconds(chain.blocks.size());
    OffsetInterval interval = new OffsetInterval(start, start + rowsOf(new Random(1)).size() - 1);
    DataSlice slice = chain.write(schema, rows, start + shift, time).at(interval);
    chain.add(
        new AddData(
            last.newCheckpoint().physicalHash(),
            last.lastOffset(),
            slice,
            null,
            last.newWatermark(),
            last.newSourceState(),
            null));
    return chain.head();
  }

  private static DataSchema retyped() {
    List<DataField> fields = new ArrayList<>(ChainFixture.SCHEMA.fields());
    fields.set(4, new DataField("city", new DataType.Int64()));
    return new DataSchema(fields);
  }
}
