/** The topics at both ends: decisions in, answers and dead letters out, and positions. */
@NullMarked
package io.heddle.commit.intake;

import org.jspecify.annotations.NullMarked;
