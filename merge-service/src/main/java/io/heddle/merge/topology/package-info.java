/** The Kafka Streams topology that carries the aggregates: sources, stores, sinks, settings. */
@NullMarked
package io.heddle.merge.topology;

import org.jspecify.annotations.NullMarked;
