/**
 * Reading manifests: documents of YAML, JSON or NDJSON with the place of every value, and what must
 * hold in them beyond their shape.
 */
@NullMarked
package io.heddle.resources.manifest;

import org.jspecify.annotations.NullMarked;
