/**
 * Sources that wait for records: each has a topic that buffers them. They come by REST or from any
 * Kafka producer, and an ingest takes what lies between the dataset's source state and the end of
 * the topic.
 */
@NullMarked
package io.heddle.ingress.push;

import org.jspecify.annotations.NullMarked;
