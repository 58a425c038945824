/** The service around the work: its settings, its parts, and its health. */
@NullMarked
package io.heddle.commit.service;

import org.jspecify.annotations.NullMarked;
