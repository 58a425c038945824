package io.heddle.resources.rest;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Takes in and forgets what is left of a body once its answer is given. Many clients write all of a
 * body before they read the answer: left unread, a large one that is refused would keep them, and a
 * connection, for ever. The rest of an endless one is cut off.
 */
@Singleton
public class UnreadBodies {
  private static final int FIRST = 1_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Vertx vertx;

  UnreadBodies(Vertx vertx) {
    this.vertx = vertx;
  }

  void register(@Observes Filters filters) {
    filters.register(
        exchange -> {
          exchange.addEndHandler(answered -> takeIn(exchange.request()));
          exchange.next();
        },
        FIRST);
  }

  private void takeIn(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long end = vertx.setTimer(PATIENCE.toMillis(), id -> request.connection().close());
    request.endHandler(all -> vertx.cancelTimer(end));
    request.exceptionHandler(gone -> vertx.cancelTimer(end));
    request.handler(forgotten -> {});
    request.resume();
  }
}
