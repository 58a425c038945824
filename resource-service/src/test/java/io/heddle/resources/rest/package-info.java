@NullMarked
package io.heddle.resources.rest;

import org.jspecify.annotations.NullMarked;
