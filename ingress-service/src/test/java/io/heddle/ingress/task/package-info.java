@NullMarked
package io.heddle.ingress.task;

import org.jspecify.annotations.NullMarked;
