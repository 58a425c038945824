/** Tests of the service as a whole. */
@NullMarked
package io.heddle.merge.service;

import org.jspecify.annotations.NullMarked;
