/**
 * What can go wrong, as stable codes: failures of an ingestion and problems of the REST interface.
 */
@NullMarked
package io.heddle.problem;

import org.jspecify.annotations.NullMarked;
