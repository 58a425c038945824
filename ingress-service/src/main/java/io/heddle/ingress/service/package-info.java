/**
 * Puts the service together: configuration, clients, the beans around the plain classes, requests
 * from their topic, health.
 */
@NullMarked
package io.heddle.ingress.service;

import org.jspecify.annotations.NullMarked;
