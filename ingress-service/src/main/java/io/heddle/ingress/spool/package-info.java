/**
 * The rows of an ingestion on local disk, in the form in which they are offered. Spooling first
 * means that an offer can be repeated without asking the source again, and that a source which
 * fails half-way leaves no trace in the dataset.
 */
@NullMarked
package io.heddle.ingress.spool;

import org.jspecify.annotations.NullMarked;
