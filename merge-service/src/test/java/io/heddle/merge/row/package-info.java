/** Tests of rows as bytes. */
@NullMarked
package io.heddle.merge.row;

import org.jspecify.annotations.NullMarked;
