package io.heddle.objectstore;

import io.minio.errors.ErrorResponseException;
import io.minio.errors.MinioException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLHandshakeException;

/** What an error of the S3 client means for the request that met it. */
enum S3Fault {
  /** There is no object under the key. */
  MISSING,
  /** The condition of a write did not hold. */
  PRECONDITION,
  /** Nothing was done, and trying again is in order (409, 503, no connection). */
  NOT_DONE,
  /** Nobody knows whether it was done; trying again may help. */
  IN_DOUBT,
  NO_BUCKET,
  DENIED,
  UNSUPPORTED;

  static final int RANGE_NOT_SATISFIABLE = 416;

  /** The HTTP status of an answer; 0 when there was none. */
  static int statusOf(MinioException error) {
    return error instanceof ErrorResponseException answered ? answered.response().code() : 0;
  }

  /** The server's own words, or those of the innermost cause. */
  static String describe(Exception error) {
    if (error instanceof ErrorResponseException answered) {
      return "%d %s (%s)"
          .formatted(
              answered.response().code(),
              answered.errorResponse().code(),
              answered.errorResponse().message());
    }
    Throwable innermost = error;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost.toString();
  }

  /**
   * @throws IllegalStateException {@code error} itself, when it is one that no connection caused
   */
  static S3Fault of(Exception error) {
    if (error instanceof ErrorResponseException answered) {
      return of(answered.response().code(), answered.errorResponse().code());
    }
    // Errors of the connection come wrapped; a server that was not reached took nothing in.
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof UnknownHostException
          || cause instanceof SSLHandshakeException) {
        return NOT_DONE;
      }
      if (cause instanceof IOException) {
        return IN_DOUBT;
      }
    }
    // The client wraps what goes wrong on a connection in this, too.
    if (error instanceof IllegalStateException bug) {
      throw bug;
    }
    return IN_DOUBT;
  }

  private static S3Fault of(int status, String code) {
    String name = code == null ? "" : code.toLowerCase(Locale.ROOT);
    if (name.equals("nosuchbucket")) {
      return NO_BUCKET;
    }
    // Some servers send the code of a temporary trouble under another status, even under 200.
    if (name.equals("slowdown") || name.equals("serviceunavailable")) {
      return NOT_DONE;
    }
    return switch (status) {
      case 404 -> MISSING;
      case 412 -> PRECONDITION;
      case 409, 429, 503 -> NOT_DONE;
      case 401, 403 -> DENIED;
      case 400, 405, 411, 501 -> name.equals("requesttimeout") ? IN_DOUBT : UNSUPPORTED;
      default -> IN_DOUBT;
    };
  }
}
