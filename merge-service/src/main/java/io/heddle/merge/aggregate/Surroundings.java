package io.heddle.merge.aggregate;

import io.heddle.merge.catchup.ChainReads;
import io.heddle.message.MessageCodec;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What all aggregates of a partition work with.
 *
 * @param clock the wall clock
 * @param scratch a folder for what does not fit into the heap
 */
public record Surroundings(
    AggregateSettings settings,
    InstantSource clock,
    MessageCodec codec,
    Outbox outbox,
    ChainReads chains,
    BufferAllocator allocator,
    Path scratch) {

  /** Says when a step that begins now has taken long enough. */
  public BooleanSupplier stepEnd() {
    Instant end = clock.instant().plus(settings.step());
    return () -> clock.instant().isAfter(end);
  }
}
