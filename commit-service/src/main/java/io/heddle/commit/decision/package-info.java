/**
 * Decisions while they come in: their messages are collected in order, and when the last one is
 * there the decision is committed, announced and forgotten.
 */
@NullMarked
package io.heddle.commit.decision;

import org.jspecify.annotations.NullMarked;
