/** The message contract of Heddle's topics: names, keys, headers, kinds of messages. */
@NullMarked
package io.heddle.message;

import org.jspecify.annotations.NullMarked;
