package io.heddle.encoding;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.DatasetSnapshot;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceCaching;
import io.heddle.odf.SourceOrdering;
import io.heddle.odf.SourceState;
import io.heddle.odf.Transform;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.ExtraAttributes;
import java.time.Instant;

/** The types of the specification that others read and write. */
public final class OdfTypes {
  static final TableType<MetadataBlock> METADATA_BLOCK_TABLE =
      TableType.of(
          "MetadataBlock",
          MetadataBlock.class,
          table -> {
            var systemTime =
                table.required(0, "systemTime", BasicTypes.TIMESTAMP, MetadataBlock::systemTime);
            var prevBlockHash =
                table.optional(
                    1, "prevBlockHash", BasicTypes.MULTIHASH, MetadataBlock::prevBlockHash);
            var sequenceNumber =
                table.required(2, "sequenceNumber", BasicTypes.U64, MetadataBlock::sequenceNumber);
            var event = table.required(3, "event", EventTypes.METADATA_EVENT, MetadataBlock::event);
            return values ->
                new MetadataBlock(
                    values.get(systemTime),
                    values.get(prevBlockHash),
                    values.get(sequenceNumber),
                    values.get(event));
          });

  public static final OdfType<DatasetSnapshot> DATASET_SNAPSHOT =
      TableType.of(
          "DatasetSnapshot",
          DatasetSnapshot.class,
          table -> {
            var name = table.required(0, "name", BasicTypes.DATASET_ALIAS, DatasetSnapshot::name);
            var kind = table.required(1, "kind", EventTypes.DATASET_KIND, DatasetSnapshot::kind);
            var metadata =
                table.required(
                    2,
                    "metadata",
                    new ListType<>(EventTypes.METADATA_EVENT),
                    DatasetSnapshot::metadata);
            return values ->
                new DatasetSnapshot(values.get(name), values.get(kind), values.get(metadata));
          });

  public static final OdfType<MetadataBlock> METADATA_BLOCK = METADATA_BLOCK_TABLE;

  public static final OdfType<MetadataEvent> METADATA_EVENT = EventTypes.METADATA_EVENT;

  public static final OdfType<MetadataEvent.SetVocab> SET_VOCAB = EventTypes.SET_VOCAB;

  public static final OdfType<MetadataEvent.SetInfo> SET_INFO = EventTypes.SET_INFO;

  public static final OdfType<MetadataEvent.SetLicense> SET_LICENSE = EventTypes.SET_LICENSE;

  public static final OdfType<MetadataEvent.Attachments> ATTACHMENTS = EventTypes.ATTACHMENTS;

  public static final OdfType<DatasetKind> DATASET_KIND = EventTypes.DATASET_KIND;

  public static final OdfType<DataSlice> DATA_SLICE = DataEventTypes.DATA_SLICE;

  public static final OdfType<Checkpoint> CHECKPOINT = DataEventTypes.CHECKPOINT;

  public static final OdfType<SourceState> SOURCE_STATE = DataEventTypes.SOURCE_STATE;

  public static final OdfType<DataSchema> DATA_SCHEMA = SchemaTypes.DATA_SCHEMA;

  public static final OdfType<DataField> DATA_FIELD = SchemaTypes.DATA_FIELD;

  public static final OdfType<DataType> DATA_TYPE = SchemaTypes.DATA_TYPE;

  public static final OdfType<ExtraAttributes> EXTRA_ATTRIBUTES = BasicTypes.EXTRA_ATTRIBUTES;

  /** Where the data of a Source resource comes from. */
  public static final OdfType<Ingress> INGRESS = FetchTypes.INGRESS;

  /** As {@link #INGRESS}, in legacy events. */
  public static final OdfType<FetchStep> FETCH_STEP = FetchTypes.FETCH_STEP;

  public static final OdfType<EventTimeSource> EVENT_TIME_SOURCE = FetchTypes.EVENT_TIME_SOURCE;

  public static final OdfType<SourceCaching> SOURCE_CACHING = FetchTypes.SOURCE_CACHING;

  public static final OdfType<SourceOrdering> SOURCE_ORDERING = FetchTypes.SOURCE_ORDERING;

  public static final OdfType<PrepStep> PREP_STEP = ReadTypes.PREP_STEP;

  public static final OdfType<ReadStep> READ_STEP = ReadTypes.READ_STEP;

  public static final OdfType<Transform> TRANSFORM = TransformTypes.TRANSFORM;

  public static final OdfType<MergeStrategy> MERGE_STRATEGY = MergeTypes.MERGE_STRATEGY;

  public static final OdfType<Multihash> MULTIHASH = BasicTypes.MULTIHASH;

  public static final OdfType<DatasetId> DATASET_ID = BasicTypes.DATASET_ID;

  public static final OdfType<Instant> TIMESTAMP = BasicTypes.TIMESTAMP;

  private OdfTypes() {}

  /** The name of the event's kind as it is written, {@code AddData} for one. */
  public static String kindOf(MetadataEvent event) {
    return EventTypes.METADATA_EVENT.kindOf(event);
  }
}
