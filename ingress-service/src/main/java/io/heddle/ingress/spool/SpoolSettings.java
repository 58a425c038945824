package io.heddle.ingress.spool;

/**
 * The limits of a spool.
 *
 * @param batchBytes about how large an encoded batch becomes at most
 * @param maxRowBytes how large a batch of a single row may become; above it the row is refused
 * @param maxBytes how much disk one ingestion may take
 */
public record SpoolSettings(int batchBytes, int maxRowBytes, long maxBytes) {}
