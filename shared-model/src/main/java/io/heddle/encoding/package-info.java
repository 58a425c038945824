/**
 * How ODF values are written and read: FlatBuffers for blocks, JSON and YAML for people and
 * interfaces. Each table, union and enum of the specification is described once ({@link
 * io.heddle.encoding.OdfTypes}); the formats follow from the descriptions.
 */
@NullMarked
package io.heddle.encoding;

import org.jspecify.annotations.NullMarked;
