/** What all routes need: parameters, bodies, preconditions, answers and problems. */
@NullMarked
package io.heddle.resources.rest;

import org.jspecify.annotations.NullMarked;
