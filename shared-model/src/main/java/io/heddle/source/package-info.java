/**
 * What a source is made of: ingress, prepare, read, preprocess, merge. Shared by Source resources
 * and the legacy events of a chain.
 */
@NullMarked
package io.heddle.source;

import org.jspecify.annotations.NullMarked;
