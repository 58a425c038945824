/**
 * One ingest request from start to end: what the source has, turned into rows, offered to the
 * dataset, and told as the life of a task.
 */
@NullMarked
package io.heddle.ingress.task;

import org.jspecify.annotations.NullMarked;
