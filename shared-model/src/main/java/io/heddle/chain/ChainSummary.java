package io.heddle.chain;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.SetVocab;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a chain says up to one block, as far as the next block depends on it. Grows block by block
 * ({@link #after}); reading it from the chain anew gives the same.
 *
 * @param head the hash of the last block
 * @param systemTime of the last block
 * @param schemaEvent the last SetDataSchema
 * @param vocabEvent the last SetVocab
 * @param lastOffset the last offset in use (unsigned); null while the dataset holds no row
 * @param watermark of the last data event
 * @param transform the last SetTransform
 * @param states the last state of each source, by the name in the state
 * @param stateBlocks the block in which each of them stands last, by the same name
 * @param unknownEvents the kinds of events, by their union tags, that this version does not
 *     understand; nothing is to be appended on top of such a chain unless an operator says so
 */
public record ChainSummary(
    DatasetId datasetId,
    DatasetKind datasetKind,
    Multihash head,
    long sequenceNumber,
    Instant systemTime,
    @Nullable SetDataSchema schemaEvent,
    @Nullable SetVocab vocabEvent,
    @Nullable Long lastOffset,
    @Nullable Instant watermark,
    @Nullable AddData lastAddData,
    @Nullable ExecuteTransform lastExecuteTransform,
    @Nullable SetTransform transform,
    Map<String, SourceState> states,
    Map<String, Multihash> stateBlocks,
    SourceHistory sources,
    SortedSet<Integer> unknownEvents) {

  /** The name that old chains of the reference give to the polling source's state. */
  private static final String OLD_POLLING_NAME = "default";

  public ChainSummary {
    states = Collections.unmodifiableMap(new TreeMap<>(states));
    stateBlocks = Collections.unmodifiableMap(new TreeMap<>(stateBlocks));
    unknownEvents = Collections.unmodifiableSortedSet(new TreeSet<>(unknownEvents));
  }

  /**
   * The summary of a chain of one block.
   *
   * @throws ChainException (FirstBlockMustBeSeed) when the block is not a Seed
   */
  public static ChainSummary first(Multihash hash, MetadataBlock seed) {
    return new ChainSummaryBuilder().visit(hash, seed).build();
  }

  /** The summary once {@code block}, whose previous block is this one's head, is appended. */
  public ChainSummary after(Multihash hash, MetadataBlock block) {
    return new ChainSummaryBuilder().visit(hash, block).complete(this).build();
  }

  /** The names of the system columns. */
  public Vocabulary vocabulary() {
    return Vocabulary.of(vocabEvent);
  }

  /**
   * The schema in force; one in the old Arrow form is converted.
   *
   * @throws io.heddle.schema.DamagedDataException when an old schema cannot be read
   */
  public Optional<DataSchema> schema() {
    return schemaEvent == null ? Optional.empty() : Optional.of(schemaOf(schemaEvent));
  }

  static DataSchema schemaOf(SetDataSchema event) {
    if (event.schema() != null) {
      return event.schema();
    }
    byte[] raw = event.rawArrowSchema();
    return ArrowSchemas.fromRawArrowSchema(raw == null ? new byte[0] : raw);
  }

  /** The offset that the next row gets. */
  public long nextOffset() {
    return lastOffset == null ? 0 : lastOffset + 1;
  }

  /** The last state of a source. */
  public Optional<SourceState> state(String sourceName) {
    return Optional.ofNullable(states.get(nameInChain(sourceName)));
  }

  /**
   * The block in which a source's {@link #state} stands last. Contents may go back to what they
   * were, and the state with them; the block never does.
   */
  public Optional<Multihash> stateBlock(String sourceName) {
    return Optional.ofNullable(stateBlocks.get(nameInChain(sourceName)));
  }

  private String nameInChain(String sourceName) {
    boolean old =
        sourceName.equals(SourceState.LEGACY_POLLING_SOURCE)
            && !states.containsKey(sourceName)
            && !sources.knowsPushSource(OLD_POLLING_NAME);
    return old ? OLD_POLLING_NAME : sourceName;
  }

  /** The state that an AddData without one of its own repeats. */
  public Optional<SourceState> carriedState() {
    return Optional.ofNullable(lastAddData).map(AddData::newSourceState);
  }

  /** The checkpoint of the last AddData, which the next one names and, if still needed, repeats. */
  public Optional<Checkpoint> checkpoint() {
    return Optional.ofNullable(lastAddData).map(AddData::newCheckpoint);
  }
}
