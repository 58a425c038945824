@NullMarked
package io.heddle.ingress.offer;

import org.jspecify.annotations.NullMarked;
