package io.heddle.resources.apply;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.heddle.document.Document;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Manifest;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.ResourceCommand.Precondition;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.Query;
import io.heddle.resources.rest.RequestBodies;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Applying manifests. */
@Path("/")
@RunOnVirtualThread
public class ApplyRoutes {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private final ManifestReader reader;
  private final Applying applying;
  private final ResourceView view;
  private final RequestBodies bodies;

  ApplyRoutes(ManifestReader reader, Applying applying, ResourceView view, RequestBodies bodies) {
    this.bodies = bodies;
    this.reader = reader;
    this.applying = applying;
    this.view = view;
  }

  @POST
  @Path("resources/v1alpha1/apply")
  @Produces({MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
  @Operation(summary = "Apply manifests")
  public Response apply(InputStream body, @Context UriInfo uri, @Context HttpHeaders headers) {
    Query query =
        Query.of(
            uri,
            view.account(),
            Set.of(
                "dryRun",
                "atomic",
                "wait",
                "timeout",
                "ignoreServerFields",
                "checkGeneration",
                "force"),
            Set.of("prune", "labelSelector", "legacy"));
    boolean dryRun = isDryRun(query);
    boolean atomic = query.flag("atomic", true);
    boolean checkGeneration = query.flag("checkGeneration", false);
    boolean wait = isWaiting(query);
    Duration timeout = query.duration("timeout", DEFAULT_TIMEOUT, MAX_TIMEOUT);
    List<Document> documents =
        reader.read(bodies.read(body, headers), headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
    List<Applying.Result> results =
        applying.apply(
            documents,
            atomic,
            dryRun,
            query.flag("ignoreServerFields", false) || checkGeneration,
            manifest -> precondition(manifest, checkGeneration));
    boolean rejected = results.stream().anyMatch(Applying.Result::isRejected);
    if (atomic && rejected) {
      throw new ProblemException(batchRejected(results));
    }
    boolean settled = !wait || dryRun || applying.awaitReady(results, timeout);
    int status = rejected ? 207 : settled ? 200 : 202;
    if (headers.getAcceptableMediaTypes().getFirst().isCompatible(MediaType.TEXT_PLAIN_TYPE)
        && !headers.getAcceptableMediaTypes().getFirst().isWildcardType()) {
      return Response.status(status)
          .type(MediaType.TEXT_PLAIN_TYPE)
          .entity(Outcomes.lines(results, dryRun))
          .build();
    }
    return Answers.json(status, Outcomes.answer(results, atomic, dryRun, view), query.pretty())
        .build();
  }

  private static boolean isDryRun(Query query) {
    String text = query.text("dryRun").orElse("false");
    return switch (text) {
      case "true", "server", "All", "" -> true;
      case "false" -> false;
      default -> throw Query.malformed("'dryRun' is true, server, All or false");
    };
  }

  private static boolean isWaiting(Query query) {
    return switch (query.text("wait").orElse("none")) {
      case "ready" -> true;
      case "none" -> false;
      default -> throw Query.malformed("'wait' is none or ready");
    };
  }

  private static Precondition precondition(Manifest manifest, boolean checkGeneration) {
    return checkGeneration && manifest.generation() != null
        ? new Precondition(false, false, List.of(manifest.generation()))
        : Precondition.NONE;
  }

  /** The one problem of a single document, else all of them under one. */
  private ProblemDetail batchRejected(List<Applying.Result> results) {
    List<ProblemDetail> problems =
        results.stream().map(Applying.Result::problem).filter(one -> one != null).toList();
    if (results.size() == 1) {
      return problems.getFirst();
    }
    List<ProblemDetail.Finding> findings =
        problems.stream().flatMap(problem -> problem.errors().stream()).toList();
    ArrayNode items = Outcomes.items(results, view);
    return ProblemDetail.of(
            Problem.BATCH_REJECTED,
            "%d of %d documents were rejected: %s"
                .formatted(problems.size(), results.size(), problems.getFirst().detail()),
            findings)
        .with("items", items);
  }
}
