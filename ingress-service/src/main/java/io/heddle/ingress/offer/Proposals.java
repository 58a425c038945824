package io.heddle.ingress.offer;

import io.heddle.message.Proposal;
import java.util.concurrent.CompletableFuture;

/** The way of proposals to the aggregate. Those of one dataset arrive in the order of sending. */
public interface Proposals {
  /**
   * @return done when the proposal is durable; fails when it could not be delivered, which leaves
   *     open whether it arrives, and with an {@link io.heddle.problem.IngestException} when it
   *     never can be
   */
  CompletableFuture<Void> send(Proposal proposal);
}
