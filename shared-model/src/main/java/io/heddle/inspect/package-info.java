/**
 * Looking at a dataset's chain from the command line, without any service: log, show, verify,
 * schema.
 */
@NullMarked
package io.heddle.inspect;

import org.jspecify.annotations.NullMarked;
