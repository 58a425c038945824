/** Raw data to raw data: what stands between fetching and reading. */
@NullMarked
package io.heddle.ingress.prepare;

import org.jspecify.annotations.NullMarked;
