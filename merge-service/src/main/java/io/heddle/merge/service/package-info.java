/** The service around the topology: configuration, start and stop, health, metrics. */
@NullMarked
package io.heddle.merge.service;

import org.jspecify.annotations.NullMarked;
