package io.heddle.encoding;

import io.heddle.multiformats.Multihash;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What can be told of a block without reading its event.
 *
 * @param prevBlockHash null only in the first block
 * @param sequenceNumber unsigned
 * @param eventTag the event's tag in the union of events, which may be of a later revision
 */
public record BlockHeader(
    Instant systemTime, @Nullable Multihash prevBlockHash, long sequenceNumber, int eventTag) {
  /** The name of the event's kind, {@code AddData} for one; empty when it is unknown. */
  public Optional<String> eventKind() {
    return EventTypes.METADATA_EVENT.kindOfTag(eventTag);
  }
}
