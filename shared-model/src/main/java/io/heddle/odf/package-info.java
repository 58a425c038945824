/**
 * What the Open Data Fabric specification names, as values: metadata blocks and events, data
 * slices, and what a source is made of (ingress, prepare, read, preprocess, merge), which Source
 * resources share with the legacy events of a chain. Knows no encoding and no storage.
 */
@NullMarked
package io.heddle.odf;

import org.jspecify.annotations.NullMarked;
