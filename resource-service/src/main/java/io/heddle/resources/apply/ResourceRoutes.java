package io.heddle.resources.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.Document;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resource.UuidText;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.PathTypes;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.ResourceCommand.Precondition;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.Preconditions;
import io.heddle.resources.rest.Query;
import io.heddle.resources.rest.RequestBodies;
import io.heddle.resources.writer.RefTexts;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Creating, replacing and deleting one resource. */
@Path("/")
@RunOnVirtualThread
public class ResourceRoutes {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private final ManifestReader reader;
  private final Applying applying;
  private final Commands commands;
  private final ResourceView view;
  private final RequestBodies bodies;

  ResourceRoutes(
      ManifestReader reader,
      Applying applying,
      Commands commands,
      ResourceView view,
      RequestBodies bodies) {
    this.bodies = bodies;
    this.reader = reader;
    this.applying = applying;
    this.commands = commands;
    this.view = view;
  }

  @POST
  @Path("{context}/v1alpha1/{type}")
  @Operation(summary = "Create a resource")
  public Response create(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      InputStream body,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query = query(uri);
    Preconditions.refuseIdempotencyKey(headers);
    Document document = single(body, headers);
    requireType(document, type);
    Applying.Result result = applyOne(document, query, Precondition.NEW);
    return answer(result, query, 201);
  }

  @PUT
  @Path("{context}/v1alpha1/{type}/{ref}")
  @Operation(summary = "Create or replace a resource")
  public Response put(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      @PathParam("ref") String ref,
      InputStream body,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query = query(uri);
    Document document = named(single(body, headers), type, ref);
    requireType(document, type);
    Precondition precondition = Preconditions.of(headers);
    if (precondition.mustBeNew()
        && view.find(type, ref).filter(it -> !it.isDeleted()).isPresent()) {
      throw new ProblemException(Problem.PRECONDITION_FAILED, ref + " exists already");
    }
    Applying.Result result = applyOne(document, query, precondition);
    boolean created =
        result.item() != null && result.item().operation() == CommandOutcome.Operation.Created;
    return answer(result, query, created ? 201 : 200);
  }

  private Query query(UriInfo uri) {
    return Query.of(
        uri,
        view.account(),
        Set.of("dryRun", "wait", "timeout", "ignoreServerFields"),
        Set.of("legacy"));
  }

  private Document single(InputStream body, HttpHeaders headers) {
    List<Document> documents =
        reader.read(bodies.read(body, headers), headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
    if (documents.size() != 1) {
      throw Query.malformed("one manifest, not %d".formatted(documents.size()));
    }
    return documents.getFirst();
  }

  /** The path names the resource; what the body says has to agree, or may be left out. */
  private Document named(Document document, ResourceType type, String ref) {
    if (!(document.tree().path("headers") instanceof ObjectNode given)) {
      return document;
    }
    ObjectNode headers = given.deepCopy();
    if (UuidText.isUuid(ref)) {
      if (!headers.path("id").asText(ref).equalsIgnoreCase(ref)) {
        throw new ProblemException(
            Problem.REFERENCE_MISMATCH, "the id in the body is not that of the path");
      }
      headers.put("id", ref);
      if (!headers.hasNonNull("name")) {
        view.find(type, ref).ifPresent(found -> headers.put("name", found.headers().name().text()));
      }
    } else if (!headers.hasNonNull("name")) {
      headers.put("name", ref);
    } else if (!headers.path("name").asText().equalsIgnoreCase(ref) && !headers.hasNonNull("id")) {
      throw new ProblemException(
          Problem.REFERENCE_MISMATCH,
          "the body names %s, the path %s".formatted(headers.path("name").asText(), ref));
    }
    ObjectNode tree = document.tree().deepCopy();
    tree.set("headers", headers);
    return new Document(document.index(), tree, document.values(), document.keys());
  }

  private static void requireType(Document document, ResourceType type) {
    if (ResourceType.resolve(document.tree().path("$schema").asText())
            instanceof ResourceType.Resolution.Known(var written)
        && written != type) {
      throw new ProblemException(
          Problem.TYPE_MISMATCH, "the manifest is a %s, not a %s".formatted(written, type));
    }
  }

  private Applying.Result applyOne(Document document, Query query, Precondition precondition) {
    boolean wait = query.text("wait").orElse("none").equals("ready");
    Duration timeout = query.duration("timeout", DEFAULT_TIMEOUT, MAX_TIMEOUT);
    List<Applying.Result> results =
        applying.apply(
            List.of(document),
            true,
            query.flag("dryRun", false),
            query.flag("ignoreServerFields", false),
            manifest -> precondition);
    Applying.Result result = results.getFirst();
    if (result.problem() != null) {
      throw new ProblemException(result.problem());
    }
    if (wait) {
      applying.awaitReady(results, timeout);
    }
    return result;
  }

  private Response answer(Applying.Result result, Query query, int status) {
    CommandOutcome.Item item = result.item();
    if (item == null || item.id() == null) {
      throw new ProblemException(Problem.INTERNAL, "the writer gave no outcome");
    }
    Resource resource = view.find(item.id()).orElse(null);
    Response.ResponseBuilder answer =
        resource == null
            ? Answers.json(200, Outcomes.answer(List.of(result), true, true, view), query.pretty())
            : Answers.json(status, ResourceJson.write(resource), query.pretty())
                .tag(resource.headers().version());
    if (status == 201) {
      answer.header(
          HttpHeaders.LOCATION,
          "/%s/v1alpha1/%s/%s".formatted(item.type().context(), item.type().segment(), item.id()));
    }
    return answer.header("X-Odf-Operation", item.operation().name()).build();
  }

  @DELETE
  @Path("{context}/v1alpha1/{type}/{ref}")
  @Operation(summary = "Delete a resource")
  public Response delete(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      @PathParam("ref") String ref,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query =
        Query.of(
            uri,
            view.account(),
            Set.of("ignoreNotFound", "dryRun", "wait", "timeout", "propagation"),
            Set.of("purgeData"));
    if (!query.text("propagation").orElse("background").equals("background")) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED, "only propagation=background is supported");
    }
    CommandOutcome outcome =
        commands.send(
            new ResourceCommand.Delete(
                Commands.newId(),
                view.account().name().text(),
                RefTexts.write(reference(type, ref)),
                Preconditions.of(headers),
                query.flag("dryRun", false)));
    if (outcome.rejection() != null) {
      boolean unknown = outcome.rejection().problem() == Problem.RESOURCE_NOT_FOUND;
      if (unknown && query.flag("ignoreNotFound", false)) {
        return Answers.json(200, JsonNodeFactory.instance.objectNode(), query.pretty()).build();
      }
      throw new ProblemException(Outcomes.problem(outcome.rejection(), null, null));
    }
    CommandOutcome.Item item = outcome.items().getFirst();
    ObjectNode form =
        item.id() == null
            ? JsonNodeFactory.instance.objectNode()
            : view.find(item.id())
                .map(ResourceJson::write)
                .orElseGet(JsonNodeFactory.instance::objectNode);
    return Answers.json(200, Outcomes.withReferrers(form, item.warnings()), query.pretty()).build();
  }

  private static ResourceRef reference(ResourceType type, String ref) {
    try {
      return ResourceRef.parse(ref, type);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.RESOURCE_NOT_FOUND, "%s '%s' does not exist".formatted(type, ref));
    }
  }
}
