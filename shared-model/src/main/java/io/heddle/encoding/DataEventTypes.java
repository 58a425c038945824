package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.DATASET_ID;
import static io.heddle.encoding.BasicTypes.EXTRA_ATTRIBUTES;
import static io.heddle.encoding.BasicTypes.MULTIHASH;
import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.TIMESTAMP;
import static io.heddle.encoding.BasicTypes.U64;

import io.heddle.odf.Checkpoint;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.ExecuteTransformInput;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;

/** The events that add rows, and what they are made of. */
final class DataEventTypes {
  static final TableType<OffsetInterval> OFFSET_INTERVAL =
      TableType.of(
          "OffsetInterval",
          OffsetInterval.class,
          table -> {
            var start = table.required(0, "start", U64, OffsetInterval::start);
            var end = table.required(1, "end", U64, OffsetInterval::end);
            return values -> new OffsetInterval(values.get(start), values.get(end));
          });

  static final TableType<DataSlice> DATA_SLICE =
      TableType.of(
          "DataSlice",
          DataSlice.class,
          table -> {
            var logicalHash = table.required(0, "logicalHash", MULTIHASH, DataSlice::logicalHash);
            var physicalHash =
                table.required(1, "physicalHash", MULTIHASH, DataSlice::physicalHash);
            var interval =
                table.required(2, "offsetInterval", OFFSET_INTERVAL, DataSlice::offsetInterval);
            var size = table.required(3, "size", U64, DataSlice::size);
            return values ->
                new DataSlice(
                    values.get(logicalHash),
                    values.get(physicalHash),
                    values.get(interval),
                    values.get(size));
          });

  static final TableType<Checkpoint> CHECKPOINT =
      TableType.of(
          "Checkpoint",
          Checkpoint.class,
          table -> {
            var hash = table.required(0, "physicalHash", MULTIHASH, Checkpoint::physicalHash);
            var size = table.required(1, "size", U64, Checkpoint::size);
            return values -> new Checkpoint(values.get(hash), values.get(size));
          });

  static final TableType<SourceState> SOURCE_STATE =
      TableType.of(
          "SourceState",
          SourceState.class,
          table -> {
            var sourceName = table.required(0, "sourceName", TEXT, SourceState::sourceName);
            var kind = table.required(1, "kind", TEXT, SourceState::kind);
            var value = table.required(2, "value", TEXT, SourceState::value);
            return values ->
                new SourceState(values.get(sourceName), values.get(kind), values.get(value));
          });

  static final TableType<AddData> ADD_DATA =
      TableType.of(
          "AddData",
          AddData.class,
          table -> {
            var prevCheckpoint =
                table.optional(0, "prevCheckpoint", MULTIHASH, AddData::prevCheckpoint);
            var prevOffset = table.optional(1, "prevOffset", U64, AddData::prevOffset);
            var newData = table.optional(2, "newData", DATA_SLICE, AddData::newData);
            var newCheckpoint =
                table.optional(3, "newCheckpoint", CHECKPOINT, AddData::newCheckpoint);
            var newWatermark = table.optional(4, "newWatermark", TIMESTAMP, AddData::newWatermark);
            var newSourceState =
                table.optional(5, "newSourceState", SOURCE_STATE, AddData::newSourceState);
            var extra = table.optional(6, "extra", EXTRA_ATTRIBUTES, AddData::extra);
            return values ->
                new AddData(
                    values.get(prevCheckpoint),
                    values.get(prevOffset),
                    values.get(newData),
                    values.get(newCheckpoint),
                    values.get(newWatermark),
                    values.get(newSourceState),
                    values.get(extra));
          });

  static final TableType<ExecuteTransformInput> EXECUTE_TRANSFORM_INPUT =
      TableType.of(
          "ExecuteTransformInput",
          ExecuteTransformInput.class,
          table -> {
            var datasetId =
                table.required(0, "datasetId", DATASET_ID, ExecuteTransformInput::datasetId);
            var prevBlockHash =
                table.optional(1, "prevBlockHash", MULTIHASH, ExecuteTransformInput::prevBlockHash);
            var newBlockHash =
                table.optional(2, "newBlockHash", MULTIHASH, ExecuteTransformInput::newBlockHash);
            var prevOffset =
                table.optional(3, "prevOffset", U64, ExecuteTransformInput::prevOffset);
            var newOffset = table.optional(4, "newOffset", U64, ExecuteTransformInput::newOffset);
            return values ->
                new ExecuteTransformInput(
                    values.get(datasetId),
                    values.get(prevBlockHash),
                    values.get(newBlockHash),
                    values.get(prevOffset),
                    values.get(newOffset));
          });

  static final TableType<ExecuteTransform> EXECUTE_TRANSFORM =
      TableType.of(
          "ExecuteTransform",
          ExecuteTransform.class,
          table -> {
            var inputs =
                table.required(
                    0,
                    "queryInputs",
                    new ListType<>(EXECUTE_TRANSFORM_INPUT),
                    ExecuteTransform::queryInputs);
            var prevCheckpoint =
                table.optional(1, "prevCheckpoint", MULTIHASH, ExecuteTransform::prevCheckpoint);
            var prevOffset = table.optional(2, "prevOffset", U64, ExecuteTransform::prevOffset);
            var newData = table.optional(3, "newData", DATA_SLICE, ExecuteTransform::newData);
            var newCheckpoint =
                table.optional(4, "newCheckpoint", CHECKPOINT, ExecuteTransform::newCheckpoint);
            var newWatermark =
                table.optional(5, "newWatermark", TIMESTAMP, ExecuteTransform::newWatermark);
            return values ->
                new ExecuteTransform(
                    values.get(inputs),
                    values.get(prevCheckpoint),
                    values.get(prevOffset),
                    values.get(newData),
                    values.get(newCheckpoint),
                    values.get(newWatermark));
          });

  private DataEventTypes() {}
}
