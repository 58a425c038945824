package io.heddle.ingress.read;

import org.apache.arrow.memory.BufferAllocator;

/**
 * What surrounds one reading.
 *
 * @param allocator pays for the vectors; closing the reader gives all of it back
 * @param maxBatchRows the most rows of a batch
 * @param maxBatchBytes about how many bytes of values a batch may hold; a batch ends with the row
 *     that exceeds it
 * @param maxValueChars the longest text of one value; above it the input is refused
 */
public record ReadContext(
    BufferAllocator allocator, int maxBatchRows, long maxBatchBytes, int maxValueChars) {}
