/**
 * The queries of {@code preprocess}: what the embedded engine makes of their text, and what they
 * may use. Whoever looks at a query gives the connection to an engine; none is opened here.
 */
@NullMarked
package io.heddle.sql;

import org.jspecify.annotations.NullMarked;
