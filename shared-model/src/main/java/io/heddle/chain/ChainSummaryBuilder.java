package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.Seed;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.SetVocab;
import io.heddle.odf.MetadataEvent.Unknown;
import io.heddle.odf.SourceState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a {@link ChainSummary} going backwards from the head: of everything, the first one met is
 * the last one of the chain.
 */
final class ChainSummaryBuilder {
  private @Nullable Multihash head;
  private @Nullable MetadataBlock headBlock;
  private @Nullable Seed seed;
  private @Nullable SetDataSchema schema;
  private @Nullable SetVocab vocab;
  private @Nullable DataEvent lastData;
  private @Nullable AddData lastAddData;
  private @Nullable ExecuteTransform lastExecuteTransform;
  private @Nullable SetTransform transform;
  private @Nullable Long lastOffset;
  private @Nullable Instant watermark;
  private SourceHistory sources = SourceHistory.NONE;
  private final SortedSet<Integer> unknownEvents = new TreeSet<>();
  private final Map<String, SourceState> states = new HashMap<>();
  private final Map<String, Multihash> stateBlocks = new HashMap<>();

  /** Takes the next older block. */
  ChainSummaryBuilder visit(Multihash hash, MetadataBlock block) {
    if (headBlock == null) {
      head = hash;
      headBlock = block;
    }
    switch (block.event()) {
      case Seed e -> seed = e;
      case SetDataSchema e -> schema = schema == null ? e : schema;
      case SetVocab e -> vocab = vocab == null ? e : vocab;
      case SetTransform e -> transform = transform == null ? e : transform;
      case AddData e -> {
        data(e);
        lastAddData = lastAddData == null ? e : lastAddData;
        if (e.newSourceState() != null) {
          states.putIfAbsent(e.newSourceState().sourceName(), e.newSourceState());
          stateBlocks.putIfAbsent(e.newSourceState().sourceName(), hash);
        }
      }
      case ExecuteTransform e -> {
        data(e);
        lastExecuteTransform = lastExecuteTransform == null ? e : lastExecuteTransform;
      }
      case Unknown(int tag) -> unknownEvents.add(tag);
      default -> sources = SourceHistory.of(block.event()).behind(sources);
    }
    return this;
  }

  private void data(DataEvent event) {
    if (lastData == null) {
      lastData = event;
      lastOffset = event.lastOffset();
      watermark = event.newWatermark();
    }
  }

  boolean isEmpty() {
    return head == null;
  }

  /** Takes all older blocks at once. */
  ChainSummaryBuilder complete(ChainSummary older) {
    seed = seed == null ? new Seed(older.datasetId(), older.datasetKind()) : seed;
    schema = schema == null ? older.schemaEvent() : schema;
    vocab = vocab == null ? older.vocabEvent() : vocab;
    transform = transform == null ? older.transform() : transform;
    if (lastData == null) {
      lastOffset = older.lastOffset();
      watermark = older.watermark();
    }
    lastAddData = lastAddData == null ? older.lastAddData() : lastAddData;
    lastExecuteTransform =
        lastExecuteTransform == null ? older.lastExecuteTransform() : lastExecuteTransform;
    older.states().forEach(states::putIfAbsent);
    older.stateBlocks().forEach(stateBlocks::putIfAbsent);
    sources = older.sources().behind(sources);
    unknownEvents.addAll(older.unknownEvents());
    return this;
  }

  ChainSummary build() {
    if (head == null || headBlock == null || seed == null) {
      throw new ChainException(
          RuleCategory.FirstBlockMustBeSeed, "the first block of the chain is not a Seed");
    }
    return new ChainSummary(
        seed.datasetId(),
        seed.datasetKind(),
        head,
        headBlock.sequenceNumber(),
        headBlock.systemTime(),
        schema,
        vocab,
        lastOffset,
        watermark,
        lastAddData,
        lastExecuteTransform,
        transform,
        states,
        stateBlocks,
        sources,
        unknownEvents);
  }
}
