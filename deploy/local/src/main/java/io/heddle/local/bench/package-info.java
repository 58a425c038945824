/** {@code ./heddle bench}: made-up workloads of any size, and what they cost a local stack. */
@NullMarked
package io.heddle.local.bench;

import org.jspecify.annotations.NullMarked;
