@NullMarked
package io.heddle.commit;

import org.jspecify.annotations.NullMarked;
