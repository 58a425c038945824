/** What an operator does when work on a dataset has stopped. */
@NullMarked
package io.heddle.resources.mend;

import org.jspecify.annotations.NullMarked;
