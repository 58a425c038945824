/**
 * A real Kafka broker and a real S3 server from Maven artifacts, inside the caller's process or as
 * a process of their own.
 */
@NullMarked
package io.heddle.local;

import org.jspecify.annotations.NullMarked;
