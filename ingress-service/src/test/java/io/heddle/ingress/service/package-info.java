@NullMarked
package io.heddle.ingress.service;

import org.jspecify.annotations.NullMarked;
