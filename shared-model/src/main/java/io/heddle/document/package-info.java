/**
 * Texts as documents: YAML and JSON, read into trees that know where each value stood, within
 * limits, and YAML written.
 */
@NullMarked
package io.heddle.document;

import org.jspecify.annotations.NullMarked;
