package io.heddle.merge.ingest;

import io.heddle.chain.ChainSummary;
import io.heddle.message.BlockPointer;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an ingestion builds on: the dataset as of one block.
 *
 * @param schema the last schema; null before the first one
 * @param lastOffset null while there are no rows
 * @param checkpoint the last one, which every further block carries on
 * @param newestState the state in the newest data event, of whatever source
 * @param states the last state of each source, by its name
 * @param systemTime of the head
 */
public record ChainFacts(
    BlockPointer head,
    Vocabulary vocabulary,
    @Nullable DataSchema schema,
    @Nullable Long lastOffset,
    @Nullable Instant watermark,
    @Nullable Checkpoint checkpoint,
    @Nullable SourceState newestState,
    Map<String, SourceState> states,
    Instant systemTime) {
  public ChainFacts {
    states = Map.copyOf(states);
  }

  public static ChainFacts of(ChainSummary chain) {
    return new ChainFacts(
        new BlockPointer(chain.head(), chain.sequenceNumber()),
        chain.vocabulary(),
        chain.schema().orElse(null),
        chain.lastOffset(),
        chain.watermark(),
        chain.checkpoint().orElse(null),
        chain.carriedState().orElse(null),
        chain.states(),
        chain.systemTime());
  }
}
