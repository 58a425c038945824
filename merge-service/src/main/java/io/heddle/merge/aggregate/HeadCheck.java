package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.catchup.ChainReads;
import io.heddle.merge.catchup.Sighting;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds what is kept of a dataset against its head in the object store. Tried again until the store
 * answers.
 */
final class HeadCheck {
  private static final Logger log = LoggerFactory.getLogger(HeadCheck.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** How the state relates to the chain. */
  sealed interface Outcome {
    /** Not known yet. */
    record Pending() implements Outcome {}

    /** It is that of the head, or needs nothing but the summary to be so. */
    record Fits(@Nullable ChainSummary chain) implements Outcome {}

    /** The head is another block. */
    record Moved() implements Outcome {}
  }

  private final DatasetId dataset;
  private final @Nullable ChainSummary kept;
  private final ChainReads chains;
  private @Nullable CompletableFuture<Outcome> look;
  private Instant notBefore = Instant.MIN;
  private CatchUpWork.@Nullable Obstacle obstacle;

  HeadCheck(DatasetId dataset, @Nullable ChainSummary kept, ChainReads chains) {
    this.dataset = dataset;
    this.kept = kept;
    this.chains = chains;
    this.look = start();
  }

  private CompletableFuture<Outcome> start() {
    if (kept == null) {
      return chains.look(dataset, null, null, false).thenApply(HeadCheck::adopted);
    }
    Multihash expected = kept.head();
    return chains
        .head(dataset)
        .thenApply(
            head ->
                head.filter(expected::equals).isPresent()
                    ? new Outcome.Fits(kept)
                    : new Outcome.Moved());
  }

  private static Outcome adopted(Sighting found) {
    return new Outcome.Fits(found.chain());
  }

  /** Why the store does not answer; empty while all is well. */
  Optional<CatchUpWork.Obstacle> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  Outcome poll(Instant now) {
    if (look == null) {
      if (now.isBefore(notBefore)) {
        return new Outcome.Pending();
      }
      look = start();
    }
    if (!look.isDone()) {
      return new Outcome.Pending();
    }
    try {
      return Futures.get(look);
    } catch (ExecutionException e) {
      log.atWarn()
          .addKeyValue("dataset", dataset)
          .setCause(e)
          .log("Cannot look at the head, trying again");
      obstacle =
          CatchUpWork.Obstacle.of(e.getCause() == null ? e : e.getCause(), obstacle, now, null);
      look = null;
      notBefore = now.plus(RETRY);
      return new Outcome.Pending();
    }
  }
}
