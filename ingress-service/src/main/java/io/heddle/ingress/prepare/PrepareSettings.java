package io.heddle.ingress.prepare;

import java.time.Duration;

/**
 * The limits of preparing, against archives that hold far more than they look like.
 *
 * @param maxBytes the largest output of a step, counted while it is written
 * @param maxRatio the largest ratio of output to input of a decompression, looked at once the
 *     output is larger than a few megabytes
 * @param maxEntries how many entries of an archive are looked at
 * @param pipeTimeout how long a piped program may run
 */
public record PrepareSettings(long maxBytes, long maxRatio, int maxEntries, Duration pipeTimeout) {}
