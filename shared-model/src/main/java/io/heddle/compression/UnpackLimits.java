package io.heddle.compression;

/**
 * How much may come out of compressed bytes.
 *
 * @param maxBytes the most bytes of the output
 * @param maxRatio the largest ratio of output to input, looked at once the output is larger than a
 *     few megabytes: below that a few repeated lines shrink to almost nothing
 */
public record UnpackLimits(long maxBytes, long maxRatio) {}
