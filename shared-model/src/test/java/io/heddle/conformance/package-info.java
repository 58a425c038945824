/**
 * Runs the vectors and cases of the specification, the project's own ones or any others of the same
 * format (docs/testing.md). Other modules take these classes from this module's test jar and only
 * bring the checks.
 */
@NullMarked
package io.heddle.conformance;

import org.jspecify.annotations.NullMarked;
