/** What the demo, benchmarks and system tests ask of a running installation over REST. */
@NullMarked
package io.heddle.local.rest;

import org.jspecify.annotations.NullMarked;
