package io.heddle.ingress.service;

import io.heddle.problem.IngestException;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every error of the REST interface as a problem (RFC 9457), those of the framework too. */
public class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);
  private static final int RETRY_AFTER_SECONDS = 5;
  private static final int SERVER_ERROR = 500;

  @ServerExceptionMapper
  public Response problem(ProblemException e, UriInfo uri) {
    return answer(e.detail(), uri);
  }

  /** What a definition or an outer system makes impossible. */
  @ServerExceptionMapper
  public Response failure(IngestException e, UriInfo uri) {
    log.warn("Request failed path={} code={}", uri.getPath(), e.kind(), e);
    Problem problem =
        switch (e.kind().actor()) {
          case USER -> Problem.MANIFEST_INVALID;
          case EXTERNAL, RESOURCES -> Problem.UPSTREAM_UNAVAILABLE;
          case INTERNAL -> Problem.INTERNAL;
        };
    return answer(ProblemDetail.of(problem, e.failure().message()), uri);
  }

  @ServerExceptionMapper
  public Response notAllowed(NotAllowedException e, ContainerRequestContext request) {
    String allowed = String.join(", ", AllowedMethods.of(request));
    String why = "%s is not for this path, but %s".formatted(request.getMethod(), allowed);
    return Response.fromResponse(
            answer(ProblemDetail.of(Problem.METHOD_NOT_ALLOWED, why), request.getUriInfo()))
        .header(HttpHeaders.ALLOW, allowed)
        .build();
  }

  @ServerExceptionMapper
  public Response framework(WebApplicationException e, UriInfo uri) {
    int status = e.getResponse().getStatus();
    Problem problem =
        switch (status) {
          case 404 -> Problem.RESOURCE_NOT_FOUND;
          case 406 -> Problem.NOT_ACCEPTABLE;
          case 413 -> Problem.PAYLOAD_TOO_LARGE;
          case 415 -> Problem.UNSUPPORTED_MEDIA_TYPE;
          default -> status < SERVER_ERROR ? Problem.MALFORMED_REQUEST : Problem.INTERNAL;
        };
    if (status >= SERVER_ERROR) {
      log.error("Request failed path={}", uri.getPath(), e);
    }
    return answer(ProblemDetail.of(problem, null), uri);
  }

  @ServerExceptionMapper
  public Response unexpected(Throwable e, UriInfo uri) {
    log.error("Request failed path={}", uri.getPath(), e);
    return answer(ProblemDetail.of(Problem.INTERNAL, "the log of the service has more"), uri);
  }

  private static Response answer(ProblemDetail detail, UriInfo uri) {
    Response.ResponseBuilder answer =
        Response.status(detail.status())
            .type(ProblemDetail.MEDIA_TYPE)
            .entity(detail.on(uri.getRequestUri().getPath(), null));
    boolean later =
        detail.status() == Problem.BUFFER_FULL.status()
            || detail.status() == Problem.UPSTREAM_UNAVAILABLE.status();
    return later ? answer.header("Retry-After", RETRY_AFTER_SECONDS).build() : answer.build();
  }
}
