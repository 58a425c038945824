/**
 * Where the message contract meets Kafka: the topics as data, their explicit creation, the check of
 * them that every service makes at start, and records' headers and places. The only package of this
 * module that knows Kafka's client.
 */
@NullMarked
package io.heddle.kafka;

import org.jspecify.annotations.NullMarked;
