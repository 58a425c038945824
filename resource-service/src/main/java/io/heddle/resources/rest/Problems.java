package io.heddle.resources.rest;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every error as a problem (RFC 9457), those of the framework as well. */
public class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);
  private static final int RETRY_AFTER_SECONDS = 2;

  @ServerExceptionMapper
  public Response problem(ProblemException e, ContainerRequestContext request) {
    return answer(e.detail(), request).build();
  }

  @ServerExceptionMapper
  public Response notFound(NotFoundException e, ContainerRequestContext request) {
    return answer(
            ProblemDetail.of(
                Problem.RESOURCE_NOT_FOUND,
                "there is nothing at " + request.getUriInfo().getPath()),
            request)
        .build();
  }

  @ServerExceptionMapper
  public Response notAllowed(NotAllowedException e, ContainerRequestContext request) {
    String allowed = String.join(", ", AllowedMethods.of(request));
    return answer(
            ProblemDetail.of(
                Problem.METHOD_NOT_ALLOWED,
                "%s is not for this path, but %s".formatted(request.getMethod(), allowed)),
            request)
        .header("Allow", allowed)
        .build();
  }

  @ServerExceptionMapper
  public Response notAcceptable(NotAcceptableException e, ContainerRequestContext request) {
    return answer(
            ProblemDetail.of(
                Problem.NOT_ACCEPTABLE,
                "none of " + request.getHeaderString("Accept") + " can be made"),
            request)
        .build();
  }

  @ServerExceptionMapper
  public Response notSupported(NotSupportedException e, ContainerRequestContext request) {
    return answer(
            ProblemDetail.of(
                Problem.UNSUPPORTED_MEDIA_TYPE,
                "a body of type %s is not understood here"
                    .formatted(request.getHeaderString("Content-Type"))),
            request)
        .build();
  }

  @ServerExceptionMapper
  public Response other(WebApplicationException e, ContainerRequestContext request) {
    int status = e.getResponse().getStatus();
    if (status >= 500 && !isGone(request)) {
      log.error("Request failed path={}", request.getUriInfo().getPath(), e);
    }
    Problem problem =
        switch (status) {
          case 413 -> Problem.PAYLOAD_TOO_LARGE;
          case 404 -> Problem.RESOURCE_NOT_FOUND;
          default -> status < 500 ? Problem.MALFORMED_REQUEST : Problem.INTERNAL;
        };
    return answer(ProblemDetail.of(problem, null), request).build();
  }

  @ServerExceptionMapper
  public Response unexpected(Throwable e, ContainerRequestContext request) {
    if (isGone(request)) {
      log.debug("The client hung up path={}", request.getUriInfo().getPath(), e);
    } else {
      log.error("Request failed path={}", request.getUriInfo().getPath(), e);
    }
    return answer(
            ProblemDetail.of(Problem.INTERNAL, "the log has more under the id of the request"),
            request)
        .build();
  }

  /** Whether nobody waits for the answer any more. */
  private static boolean isGone(ContainerRequestContext request) {
    return request instanceof ResteasyReactiveContainerRequestContext routed
        && routed.getServerRequestContext().serverResponse().closed();
  }

  private static Response.ResponseBuilder answer(
      ProblemDetail detail, ContainerRequestContext request) {
    Object id = request.getProperty(RequestIds.PROPERTY);
    Response.ResponseBuilder answer =
        Response.status(detail.status())
            .type(ProblemDetail.MEDIA_TYPE)
            .entity(
                Answers.text(
                    detail.on(
                        request.getUriInfo().getRequestUri().getPath(),
                        id == null ? null : id.toString()),
                    false));
    Object tag = detail.extensions().get("currentETag");
    if (tag != null) {
      answer.header("ETag", tag);
    }
    boolean later = detail.status() == 503 || detail.status() == 429;
    return later ? answer.header("Retry-After", RETRY_AFTER_SECONDS) : answer;
  }
}
