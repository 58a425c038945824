@NullMarked
package io.heddle.ingress;

import org.jspecify.annotations.NullMarked;
