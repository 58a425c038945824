package io.heddle.ingress.offer;

import java.time.Duration;

/**
 * Patience and limits of offering.
 *
 * @param answerPatience silence after which an offer asks whether it is still known; grows with
 *     each time, up to ten times as long
 * @param busyWait the first wait before an offer is repeated; grows with each time, up to {@code
 *     maxBusyWait}
 * @param maxRollbacks how often an offer is repeated that was taken back for reasons not its own
 * @param aheadBytes how many bytes may be sent that the aggregate has not taken yet, so that
 *     neighbours in the partition get their turn
 */
public record OfferSettings(
    Duration answerPatience,
    Duration busyWait,
    Duration maxBusyWait,
    int maxRollbacks,
    long aheadBytes) {}
