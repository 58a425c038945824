@NullMarked
package io.heddle.resources.manifest;

import org.jspecify.annotations.NullMarked;
