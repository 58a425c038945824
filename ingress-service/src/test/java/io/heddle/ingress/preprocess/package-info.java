@NullMarked
package io.heddle.ingress.preprocess;

import org.jspecify.annotations.NullMarked;
