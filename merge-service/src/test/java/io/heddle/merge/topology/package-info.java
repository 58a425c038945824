/** Tests of the topology, and the surroundings they need. */
@NullMarked
package io.heddle.merge.topology;

import org.jspecify.annotations.NullMarked;
