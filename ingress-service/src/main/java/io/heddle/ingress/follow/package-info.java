/** Reading topics that every process reads whole, without a group: answers, and resources. */
@NullMarked
package io.heddle.ingress.follow;

import org.jspecify.annotations.NullMarked;
