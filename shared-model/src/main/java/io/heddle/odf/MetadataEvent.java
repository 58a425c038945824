package io.heddle.odf;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.schema.DataSchema;
import io.heddle.schema.ExtraAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a block of the chain says (chain model, "union MetadataEvent").
 *
 * <p>Null components are fields that are absent from the encoding; absent and default are kept
 * apart. {@code Long} and {@code long} components that the specification calls u64 hold the
 * unsigned bit pattern.
 */
public sealed interface MetadataEvent {

  /** Rows ingested into a root dataset, and what moved with them. */
  record AddData(
      @Nullable Multihash prevCheckpoint,
      @Nullable Long prevOffset,
      @Nullable DataSlice newData,
      @Nullable Checkpoint newCheckpoint,
      @Nullable Instant newWatermark,
      @Nullable SourceState newSourceState,
      @Nullable ExtraAttributes extra)
      implements DataEvent {}

  /** The result of one run of a derivative dataset's transformation. */
  record ExecuteTransform(
      List<ExecuteTransformInput> queryInputs,
      @Nullable Multihash prevCheckpoint,
      @Nullable Long prevOffset,
      @Nullable DataSlice newData,
      @Nullable Checkpoint newCheckpoint,
      @Nullable Instant newWatermark)
      implements DataEvent {
    public ExecuteTransform {
      queryInputs = List.copyOf(queryInputs);
    }
  }

  /** The two events that add rows. */
  sealed interface DataEvent extends MetadataEvent {
    @Nullable Multihash prevCheckpoint();

    @Nullable Long prevOffset();

    @Nullable DataSlice newData();

    @Nullable Checkpoint newCheckpoint();

    @Nullable Instant newWatermark();

    /** The last offset of the dataset after this event, or null while it holds no row. */
    default @Nullable Long lastOffset() {
      DataSlice slice = newData();
      return slice == null ? prevOffset() : (Long) slice.offsetInterval().end();
    }
  }

  record ExecuteTransformInput(
      DatasetId datasetId,
      @Nullable Multihash prevBlockHash,
      @Nullable Multihash newBlockHash,
      @Nullable Long prevOffset,
      @Nullable Long newOffset) {}

  /** Identity and kind of the dataset; always the first event. */
  record Seed(DatasetId datasetId, DatasetKind datasetKind) implements MetadataEvent {}

  record SetPollingSource(
      FetchStep fetch,
      @Nullable List<PrepStep> prepare,
      ReadStep read,
      @Nullable Transform preprocess,
      MergeStrategy merge)
      implements MetadataEvent {
    public SetPollingSource {
      prepare = prepare == null ? null : List.copyOf(prepare);
    }
  }

  record SetTransform(List<TransformInput> inputs, Transform transform) implements MetadataEvent {
    public SetTransform {
      inputs = List.copyOf(inputs);
    }
  }

  /** {@code datasetRef} is the text of a {@code did:odf:} id in base16, or an alias. */
  record TransformInput(String datasetRef, @Nullable String alias) {}

  /** Names of the system columns; an absent name is the default one. */
  record SetVocab(
      @Nullable String offsetColumn,
      @Nullable String operationTypeColumn,
      @Nullable String systemTimeColumn,
      @Nullable String eventTimeColumn)
      implements MetadataEvent {}

  record SetAttachments(Attachments attachments) implements MetadataEvent {}

  sealed interface Attachments {
    record Embedded(List<AttachmentEmbedded> items) implements Attachments {
      public Embedded {
        items = List.copyOf(items);
      }
    }
  }

  record AttachmentEmbedded(String path, String content) {}

  record SetInfo(@Nullable String description, @Nullable List<String> keywords)
      implements MetadataEvent {
    public SetInfo {
      keywords = keywords == null ? null : List.copyOf(keywords);
    }
  }

  record SetLicense(String shortName, String name, @Nullable String spdxId, String websiteUrl)
      implements MetadataEvent {}

  /** {@code rawArrowSchema} (the bytes of an Arrow Schema table) occurs only in old chains. */
  record SetDataSchema(byte @Nullable [] rawArrowSchema, @Nullable DataSchema schema)
      implements MetadataEvent {
    public SetDataSchema {
      rawArrowSchema = rawArrowSchema == null ? null : rawArrowSchema.clone();
    }

    public SetDataSchema(DataSchema schema) {
      this(null, schema);
    }

    @Override
    public byte @Nullable [] rawArrowSchema() {
      return rawArrowSchema == null ? null : rawArrowSchema.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof SetDataSchema(byte[] raw, DataSchema otherSchema)
          && Arrays.equals(rawArrowSchema, raw)
          && java.util.Objects.equals(schema, otherSchema);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(rawArrowSchema) + java.util.Objects.hashCode(schema);
    }
  }

  record AddPushSource(
      String sourceName, ReadStep read, @Nullable Transform preprocess, MergeStrategy merge)
      implements MetadataEvent {}

  record DisablePushSource(String sourceName) implements MetadataEvent {}

  record DisablePollingSource() implements MetadataEvent {}

  /**
   * An event of a later revision of the specification, known only by its union tag. Its block keeps
   * its bytes and its hash; what needs the content fails (block encoding, "Reading blocks").
   */
  record Unknown(int tag) implements MetadataEvent {}
}
