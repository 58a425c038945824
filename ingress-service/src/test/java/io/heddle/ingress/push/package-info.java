@NullMarked
package io.heddle.ingress.push;

import org.jspecify.annotations.NullMarked;
