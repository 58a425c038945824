/** Keeps resources, runs flows, and answers what became of them and of their datasets. */
@NullMarked
package io.heddle.resources;

import org.jspecify.annotations.NullMarked;
