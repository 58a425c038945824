/** What the REST interfaces of all services do alike before a request reaches its route. */
@NullMarked
package io.heddle.web;

import org.jspecify.annotations.NullMarked;
