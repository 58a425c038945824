package io.heddle.ingress.preprocess;

import java.time.Duration;

/**
 * What the SQL engine of one task may use.
 *
 * @param memoryBytes above it the engine works on disk, where it can
 * @param spillBytes how much disk the engine may use
 * @param threads of the engine
 * @param timeLimit how long the engine may work, without the time it waits for its input
 * @param batchRows how many rows of the result are handed over at once
 */
public record SqlSettings(
    long memoryBytes, long spillBytes, int threads, Duration timeLimit, int batchRows) {}
