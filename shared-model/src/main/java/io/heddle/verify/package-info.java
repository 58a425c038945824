/**
 * Verification of a chain from nothing but a trusted head hash: links, rules, files, rows. Needs an
 * object store and no service.
 */
@NullMarked
package io.heddle.verify;

import org.jspecify.annotations.NullMarked;
