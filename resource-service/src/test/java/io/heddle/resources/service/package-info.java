@NullMarked
package io.heddle.resources.service;

import org.jspecify.annotations.NullMarked;
