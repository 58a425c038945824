/**
 * What the aggregates keep in state stores: the rows of views, undo records, seen keys, waiting
 * proposals and the aggregates themselves. One dataset's entries lie together under a short prefix.
 */
@NullMarked
package io.heddle.merge.state;

import org.jspecify.annotations.NullMarked;
