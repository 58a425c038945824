package io.heddle.local.rest;

/** A request was answered with something else than success. */
public final class RestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String body;

  RestException(String request, int status, String body) {
    super("%s: %d %s".formatted(request, status, body));
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  /** As it came; a problem object, mostly. */
  public String body() {
    return body;
  }
}
