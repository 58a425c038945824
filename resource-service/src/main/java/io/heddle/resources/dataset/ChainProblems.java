package io.heddle.resources.dataset;

import io.heddle.chain.ChainException;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.schema.DamagedDataException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What the store or a damaged dataset answers, as problems. */
public class ChainProblems {
  private static final String VERIFY = "; verify the dataset to see all that is wrong with it";

  @ServerExceptionMapper
  public Response unavailable(ObjectStoreException e, UriInfo request) {
    return answer(
        ProblemDetail.of(Problem.UPSTREAM_UNAVAILABLE, "the object store: " + e.getMessage()),
        request);
  }

  @ServerExceptionMapper
  public Response broken(ChainException e, UriInfo request) {
    return answer(ProblemDetail.of(Problem.INTERNAL, e.getMessage() + VERIFY), request);
  }

  @ServerExceptionMapper
  public Response damaged(DamagedDataException e, UriInfo request) {
    return answer(ProblemDetail.of(Problem.INTERNAL, e.getMessage() + VERIFY), request);
  }

  private static Response answer(ProblemDetail problem, UriInfo request) {
    return Response.status(problem.status())
        .type(ProblemDetail.MEDIA_TYPE)
        .entity(problem.on("/" + request.getPath().replaceFirst("^/", ""), null))
        .build();
  }
}
