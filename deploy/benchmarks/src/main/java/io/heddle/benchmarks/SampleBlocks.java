package io.heddle.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.hash.Sha3;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.time.Instant;
import java.util.List;

/** Blocks of a dataset that takes in one slice of a web source after the other. */
final class SampleBlocks {
  static final long FIRST_DATA_BLOCK = 2;

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int ROWS = 100;

  private SampleBlocks() {}

  static MetadataBlock seed() {
    DatasetId id = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
    return new MetadataBlock(START, null, 0, new MetadataEvent.Seed(id, DatasetKind.Root));
  }

  static MetadataBlock schema(Multihash previous) {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("offset", new DataType.UInt64()),
                new DataField("op", new DataType.UInt8()),
                new DataField("system_time", new DataType.Timestamp(null, null)),
                new DataField("event_time", new DataType.Timestamp(null, null)),
                new DataField("city", new DataType.Text())));
    return new MetadataBlock(
        START.plusSeconds(1), previous, 1, new MetadataEvent.SetDataSchema(schema));
  }

  /** The block with this number, from {@link #FIRST_DATA_BLOCK} on, whose file has this hash. */
  static MetadataBlock data(long number, Multihash previous, Multihash file, long size) {
    long offset = (number - FIRST_DATA_BLOCK) * ROWS;
    Instant time = START.plusSeconds(number);
    return new MetadataBlock(
        time,
        previous,
        number,
        new AddData(
            null,
            offset == 0 ? null : (Long) (offset - 1),
            new DataSlice(
                new Multihash(HashFunction.ARROW0_SHA3_256, file.digest()),
                file,
                new OffsetInterval(offset, offset + ROWS - 1),
                size),
            null,
            time,
            new SourceState("weather", SourceState.ETAG, "\"33a64df551425fcc55e4d42a148795d9\""),
            null));
  }

  static MetadataBlock data(long number, Multihash previous) {
    return data(number, previous, Sha3.hash(("file " + number).getBytes(UTF_8)), 123_456);
  }
}
