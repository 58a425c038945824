package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.DATASET_ID;
import static io.heddle.encoding.BasicTypes.DATASET_REFERENCE;
import static io.heddle.encoding.BasicTypes.RAW_BYTES;
import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.TEXTS;

import io.heddle.encoding.UnionType.Member;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddPushSource;
import io.heddle.odf.MetadataEvent.AttachmentEmbedded;
import io.heddle.odf.MetadataEvent.Attachments;
import io.heddle.odf.MetadataEvent.DisablePollingSource;
import io.heddle.odf.MetadataEvent.DisablePushSource;
import io.heddle.odf.MetadataEvent.Seed;
import io.heddle.odf.MetadataEvent.SetAttachments;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetInfo;
import io.heddle.odf.MetadataEvent.SetLicense;
import io.heddle.odf.MetadataEvent.SetPollingSource;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.SetVocab;
import io.heddle.odf.MetadataEvent.TransformInput;
import java.util.List;

/** The events that describe a dataset, and the union of all events. */
final class EventTypes {
  static final OdfType<DatasetKind> DATASET_KIND = new EnumType<>(DatasetKind.class, 4);

  static final TableType<Seed> SEED =
      TableType.of(
          "Seed",
          Seed.class,
          table -> {
            var id = table.required(0, "datasetId", DATASET_ID, Seed::datasetId);
            var kind = table.required(1, "datasetKind", DATASET_KIND, Seed::datasetKind);
            return values -> new Seed(values.get(id), values.get(kind));
          });

  static final TableType<SetPollingSource> SET_POLLING_SOURCE =
      TableType.of(
          "SetPollingSource",
          SetPollingSource.class,
          table -> {
            var fetch = table.required(0, "fetch", FetchTypes.FETCH_STEP, SetPollingSource::fetch);
            var prepare =
                table.optional(
                    2, "prepare", new ListType<>(ReadTypes.PREP_STEP), SetPollingSource::prepare);
            var read = table.required(3, "read", ReadTypes.READ_STEP, SetPollingSource::read);
            var preprocess =
                table.optional(
                    5, "preprocess", TransformTypes.TRANSFORM, SetPollingSource::preprocess);
            var merge =
                table.required(7, "merge", MergeTypes.MERGE_STRATEGY, SetPollingSource::merge);
            return values ->
                new SetPollingSource(
                    values.get(fetch),
                    values.get(prepare),
                    values.get(read),
                    values.get(preprocess),
                    values.get(merge));
          });

  static final TableType<TransformInput> TRANSFORM_INPUT =
      TableType.of(
          "TransformInput",
          TransformInput.class,
          table -> {
            var reference =
                table.required(0, "datasetRef", DATASET_REFERENCE, TransformInput::datasetRef);
            var alias = table.optional(1, "alias", TEXT, TransformInput::alias);
            return values -> new TransformInput(values.get(reference), values.get(alias));
          });

  static final TableType<SetTransform> SET_TRANSFORM =
      TableType.of(
          "SetTransform",
          SetTransform.class,
          table -> {
            var inputs =
                table.required(0, "inputs", new ListType<>(TRANSFORM_INPUT), SetTransform::inputs);
            var transform =
                table.required(1, "transform", TransformTypes.TRANSFORM, SetTransform::transform);
            return values -> new SetTransform(values.get(inputs), values.get(transform));
          });

  static final TableType<SetVocab> SET_VOCAB =
      TableType.of(
          "SetVocab",
          SetVocab.class,
          table -> {
            var offset = table.optional(0, "offsetColumn", TEXT, SetVocab::offsetColumn);
            var operation =
                table.optional(1, "operationTypeColumn", TEXT, SetVocab::operationTypeColumn);
            var systemTime =
                table.optional(2, "systemTimeColumn", TEXT, SetVocab::systemTimeColumn);
            var eventTime = table.optional(3, "eventTimeColumn", TEXT, SetVocab::eventTimeColumn);
            return values ->
                new SetVocab(
                    values.get(offset),
                    values.get(operation),
                    values.get(systemTime),
                    values.get(eventTime));
          });

  static final TableType<AttachmentEmbedded> ATTACHMENT_EMBEDDED =
      TableType.of(
          "AttachmentEmbedded",
          AttachmentEmbedded.class,
          table -> {
            var path = table.required(0, "path", TEXT, AttachmentEmbedded::path);
            var content = table.required(1, "content", TEXT, AttachmentEmbedded::content);
            return values -> new AttachmentEmbedded(values.get(path), values.get(content));
          });

  static final TableType<Attachments.Embedded> ATTACHMENTS_EMBEDDED =
      TableType.of(
          "AttachmentsEmbedded",
          Attachments.Embedded.class,
          table -> {
            var items =
                table.required(
                    0, "items", new ListType<>(ATTACHMENT_EMBEDDED), Attachments.Embedded::items);
            return values -> new Attachments.Embedded(values.get(items));
          });

  static final UnionType<Attachments> ATTACHMENTS =
      new UnionType<>(
          "Attachments", false, () -> List.of(new Member<>(1, "Embedded", ATTACHMENTS_EMBEDDED)));

  static final TableType<SetAttachments> SET_ATTACHMENTS =
      TableType.of(
          "SetAttachments",
          SetAttachments.class,
          table -> {
            var attachments =
                table.required(0, "attachments", ATTACHMENTS, SetAttachments::attachments);
            return values -> new SetAttachments(values.get(attachments));
          });

  static final TableType<SetInfo> SET_INFO =
      TableType.of(
          "SetInfo",
          SetInfo.class,
          table -> {
            var description = table.optional(0, "description", TEXT, SetInfo::description);
            var keywords = table.optional(1, "keywords", TEXTS, SetInfo::keywords);
            return values -> new SetInfo(values.get(description), values.get(keywords));
          });

  static final TableType<SetLicense> SET_LICENSE =
      TableType.of(
          "SetLicense",
          SetLicense.class,
          table -> {
            var shortName = table.required(0, "shortName", TEXT, SetLicense::shortName);
            var name = table.required(1, "name", TEXT, SetLicense::name);
            var spdxId = table.optional(2, "spdxId", TEXT, SetLicense::spdxId);
            var websiteUrl = table.required(3, "websiteUrl", TEXT, SetLicense::websiteUrl);
            return values ->
                new SetLicense(
                    values.get(shortName),
                    values.get(name),
                    values.get(spdxId),
                    values.get(websiteUrl));
          });

  static final TableType<SetDataSchema> SET_DATA_SCHEMA =
      TableType.of(
          "SetDataSchema",
          SetDataSchema.class,
          table -> {
            var raw = table.optional(0, "rawArrowSchema", RAW_BYTES, SetDataSchema::rawArrowSchema);
            var schema =
                table.optional(1, "schema", SchemaTypes.DATA_SCHEMA, SetDataSchema::schema);
            return values -> new SetDataSchema(values.get(raw), values.get(schema));
          });

  static final TableType<AddPushSource> ADD_PUSH_SOURCE =
      TableType.of(
          "AddPushSource",
          AddPushSource.class,
          table -> {
            var sourceName = table.required(0, "sourceName", TEXT, AddPushSource::sourceName);
            var read = table.required(1, "read", ReadTypes.READ_STEP, AddPushSource::read);
            var preprocess =
                table.optional(
                    3, "preprocess", TransformTypes.TRANSFORM, AddPushSource::preprocess);
            var merge = table.required(5, "merge", MergeTypes.MERGE_STRATEGY, AddPushSource::merge);
            return values ->
                new AddPushSource(
                    values.get(sourceName),
                    values.get(read),
                    values.get(preprocess),
                    values.get(merge));
          });

  static final TableType<DisablePushSource> DISABLE_PUSH_SOURCE =
      TableType.of(
          "DisablePushSource",
          DisablePushSource.class,
          table -> {
            var name = table.required(0, "sourceName", TEXT, DisablePushSource::sourceName);
            return values -> new DisablePushSource(values.get(name));
          });

  static final UnionType<MetadataEvent> METADATA_EVENT =
      new UnionType<>(
          "MetadataEvent",
          false,
          () ->
              List.of(
                  new Member<>(1, "AddData", DataEventTypes.ADD_DATA),
                  new Member<>(2, "ExecuteTransform", DataEventTypes.EXECUTE_TRANSFORM),
                  new Member<>(3, "Seed", SEED),
                  new Member<>(4, "SetPollingSource", SET_POLLING_SOURCE),
                  new Member<>(5, "SetTransform", SET_TRANSFORM),
                  new Member<>(6, "SetVocab", SET_VOCAB),
                  new Member<>(7, "SetAttachments", SET_ATTACHMENTS),
                  new Member<>(8, "SetInfo", SET_INFO),
                  new Member<>(9, "SetLicense", SET_LICENSE),
                  new Member<>(10, "SetDataSchema", SET_DATA_SCHEMA),
                  new Member<>(11, "AddPushSource", ADD_PUSH_SOURCE),
                  new Member<>(12, "DisablePushSource", DISABLE_PUSH_SOURCE),
                  new Member<>(
                      13,
                      "DisablePollingSource",
                      TableType.empty(
                          "DisablePollingSource",
                          DisablePollingSource.class,
                          new DisablePollingSource()))),
          MetadataEvent.Unknown::new);

  private EventTypes() {}
}
