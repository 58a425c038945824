/**
 * The local stack: broker, S3 server and the four services as processes of this machine, kept in
 * one folder. Users start it with {@code ./heddle up}; system tests and benchmarks stand on it.
 */
@NullMarked
package io.heddle.local.stack;

import org.jspecify.annotations.NullMarked;
