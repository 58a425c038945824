/** Rules of the module as a whole. */
@NullMarked
package io.heddle.merge;

import org.jspecify.annotations.NullMarked;
