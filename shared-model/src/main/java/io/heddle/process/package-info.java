/** What a service's process needs of the machine it runs on. */
@NullMarked
package io.heddle.process;

import org.jspecify.annotations.NullMarked;
