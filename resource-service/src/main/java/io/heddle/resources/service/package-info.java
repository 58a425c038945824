/** The service as a whole: its configuration, its start and stop, its health. */
@NullMarked
package io.heddle.resources.service;

import org.jspecify.annotations.NullMarked;
