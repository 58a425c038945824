package io.heddle.commit;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.RefName;
import io.heddle.encoding.BlockCodec;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Small chains and decisions to commit on top of them. */
public final class Chains {
  public static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");
  public static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("offset", new DataType.UInt64()),
              new DataField("op", new DataType.UInt8()),
              new DataField("system_time", new DataType.Timestamp(null, null)),
              new DataField("event_time", new DataType.Timestamp(null, null)),
              new DataField("city", new DataType.Option(new DataType.Text()))));

  private Chains() {}

  public static DatasetId dataset(int number) {
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    key[0] = (byte) number;
    return new DatasetId(key);
  }

  /** Creates a dataset that has a Seed only. */
  public static BlockPointer seed(DatasetStorage storage, DatasetId dataset) {
    return append(
        storage, null, new MetadataEvent.Seed(dataset, DatasetKind.Root), TIME.minusSeconds(60));
  }

  /** What some other tool would do: stores a block on top of the base and moves the head to it. */
  public static BlockPointer append(
      DatasetStorage storage, @Nullable BlockPointer base, MetadataEvent event, Instant time) {
    MetadataBlock block =
        new MetadataBlock(
            time,
            base == null ? null : base.hash(),
            base == null ? 0 : base.sequenceNumber() + 1,
            event);
    Multihash hash = storage.putBlock(BlockCodec.encode(block));
    storage.references().move(RefName.HEAD, storage.references().head().orElse(null), hash);
    return new BlockPointer(hash, block.sequenceNumber());
  }

  /** A decision of slices with two batches of two rows each. */
  public static List<CommitRequest> decision(
      DatasetId dataset, String id, BlockPointer base, int slices) {
    List<CommitRequest> messages = new ArrayList<>();
    for (int slice = 0; slice < slices; slice++) {
      long first = 4L * slice;
      messages.add(
          new CommitRequest.SliceBegin(
              dataset, id, id, slice, base, TIME, slice == 0 ? SCHEMA : null, SCHEMA));
      messages.add(new CommitRequest.SliceBatch(dataset, id, slice, 0, rows(first, 2)));
      messages.add(new CommitRequest.SliceBatch(dataset, id, slice, 1, rows(first + 2, 2)));
      messages.add(
          new CommitRequest.SliceEnd(
              dataset,
              id,
              slice,
              2,
              4,
              slice == 0 ? null : first - 1,
              new OffsetInterval(first, first + 3),
              null,
              null,
              TIME,
              new SourceState("cities", SourceState.ETAG, id),
              null,
              slice == slices - 1,
              null));
    }
    return messages;
  }

  /** Rows of {@link #SCHEMA} as they travel. */
  public static byte[] rows(long firstOffset, int count) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(SCHEMA), allocator)) {
      for (int row = 0; row < count; row++) {
        ((UInt8Vector) root.getVector("offset")).setSafe(row, firstOffset + row);
        ((UInt1Vector) root.getVector("op")).setSafe(row, 0);
        for (String name : List.of("system_time", "event_time")) {
          ((TimeStampMilliTZVector) root.getVector(name)).setSafe(row, TIME.toEpochMilli());
        }
        ((VarCharVector) root.getVector("city"))
            .setSafe(row, ("city " + (firstOffset + row)).getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(count);
      return ArrowIpc.encode(root);
    }
  }
}
