@NullMarked
package io.heddle.ingress.spool;

import org.jspecify.annotations.NullMarked;
