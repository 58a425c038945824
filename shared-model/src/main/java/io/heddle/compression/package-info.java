/**
 * Taking a compression off, whole or not at all: what is cut, damaged or followed by other bytes is
 * refused, and what comes out is counted while it comes. Files, downloads and request bodies all
 * use these readers, so that none of them takes a part for the whole.
 */
@NullMarked
package io.heddle.compression;

import org.jspecify.annotations.NullMarked;
