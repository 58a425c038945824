/** What has to become of a resource whose wish and state differ. */
@NullMarked
package io.heddle.resources.reconcile;

import org.jspecify.annotations.NullMarked;
