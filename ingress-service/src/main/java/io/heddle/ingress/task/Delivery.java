package io.heddle.ingress.task;

/**
 * How a request came to this process.
 *
 * @param partition of its topic
 * @param epoch of this process's ownership of the partition ({@link
 *     io.heddle.message.Proposal.Attempt})
 * @param repeated whether another process may have had it before, and may have committed it without
 *     telling so
 */
public record Delivery(int partition, long epoch, boolean repeated) {}
