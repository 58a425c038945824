/**
 * Getting hold of a source's raw data: one class for each kind of ingress, each of which makes one
 * poll on top of the previous source state.
 */
@NullMarked
package io.heddle.ingress.fetch;

import org.jspecify.annotations.NullMarked;
