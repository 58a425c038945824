/**
 * The one writer of resources: commands come in by one partition, are decided one after another on
 * state stores, and leave as events, latest forms, outcomes and messages to other services, all in
 * one transaction.
 */
@NullMarked
package io.heddle.resources.writer;

import org.jspecify.annotations.NullMarked;
