@NullMarked
package io.heddle.ingress.reach;

import org.jspecify.annotations.NullMarked;
