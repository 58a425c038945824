/** What the suites of cases in this module share. */
@NullMarked
package io.heddle.ingress.conformance;

import org.jspecify.annotations.NullMarked;
