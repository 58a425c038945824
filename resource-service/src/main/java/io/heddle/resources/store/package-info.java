/** What the writer keeps of resources, datasets and runs, and how a change of it is one step. */
@NullMarked
package io.heddle.resources.store;

import org.jspecify.annotations.NullMarked;
