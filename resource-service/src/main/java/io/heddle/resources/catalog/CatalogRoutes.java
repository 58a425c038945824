package io.heddle.resources.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.LabelFilter;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceSelector;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.ContributedLabels;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.Preconditions;
import io.heddle.resources.rest.Query;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Listing and reading resources. */
@Path("/")
@Produces({MediaType.APPLICATION_JSON, Answers.YAML})
@RunOnVirtualThread
public class CatalogRoutes {
  private final ResourceView view;

  CatalogRoutes(ResourceView view) {
    this.view = view;
  }

  @GET
  @Path("{context}/v1alpha1/{type}")
  @Operation(summary = "List resources of a type")
  public Response list(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query =
        Query.of(
            uri,
            view.account(),
            Set.of(
                "limit",
                "pageToken",
                "sort",
                "name",
                "labelSelector",
                "phase",
                "includeDeleted",
                "fields"),
            Set.of("labels", "owner", "revealed", "expand", "watch"));
    String fields = fields(query);
    Page<Resource> page = Page.of(select(type, query), query, uri);
    List<ObjectNode> items = page.items().stream().map(resource -> form(resource, fields)).toList();
    if (wantsYaml(headers)) {
      return Answers.yaml(200, items).build();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode list = json.putArray("items");
    items.forEach(list::add);
    json.set("page", page.toJson());
    json.put("resourceVersion", view.version());
    Response.ResponseBuilder answer = Answers.json(200, json, query.pretty());
    if (page.next() != null) {
      String next =
          UriBuilder.fromPath(uri.getRequestUri().getPath())
              .replaceQuery(uri.getRequestUri().getRawQuery())
              .replaceQueryParam("pageToken", page.next())
              .build()
              .toString();
      answer.header("Link", "<%s>; rel=\"next\"".formatted(next));
    }
    return answer.build();
  }

  private List<Resource> select(ResourceType type, Query query) {
    Stream<Resource> found =
        query.flag("includeDeleted", false) ? view.allWithDeleted(type) : view.all(type);
    if (query.text("name").isPresent()) {
      String pattern = query.text("name").get();
      found = found.filter(one -> ResourceSelector.matches(pattern, one.headers().name()));
    }
    if (query.text("labelSelector").isPresent()) {
      LabelFilter filter = labels(query.text("labelSelector").get());
      found = found.filter(one -> filter.matches(one.headers()));
    }
    List<Phase> phases = query.texts("phase").stream().map(CatalogRoutes::phase).toList();
    if (!phases.isEmpty()) {
      found = found.filter(one -> phases.contains(one.status().phase()));
    }
    return found.sorted(order(query.text("sort").orElse("name"))).toList();
  }

  private static LabelFilter labels(String text) {
    try {
      return LabelSelectors.parse(text);
    } catch (IllegalArgumentException e) {
      throw Query.malformed(Objects.toString(e.getMessage(), "not a label selector"));
    }
  }

  private static Phase phase(String text) {
    for (Phase phase : Phase.values()) {
      if (phase.name().equalsIgnoreCase(text)) {
        return phase;
      }
    }
    throw Query.malformed("'phase' is one of %s".formatted(List.of(Phase.values())));
  }

  private static Comparator<Resource> order(String sort) {
    boolean down = sort.startsWith("-");
    Comparator<Resource> order =
        switch (down ? sort.substring(1) : sort) {
          case "name" -> Comparator.comparing(one -> one.headers().name().key());
          case "createdAt" -> Comparator.comparing(one -> one.headers().createdAt());
          case "updatedAt" -> Comparator.comparing(one -> one.headers().updatedAt());
          default -> throw Query.malformed("'sort' is name, createdAt or updatedAt");
        };
    Comparator<Resource> total = order.thenComparing(one -> one.headers().id());
    return down ? total.reversed() : total;
  }

  @GET
  @Path("{context}/v1alpha1/{type}/{ref}")
  @Operation(summary = "Read a resource")
  public Response get(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      @PathParam("ref") String ref,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query = Query.of(uri, view.account(), Set.of("fields"), Set.of("revealed"));
    Resource resource = found(type, ref);
    String tag = "\"" + resource.headers().version() + "\"";
    if (Preconditions.isKnown(headers.getHeaderString(HttpHeaders.IF_NONE_MATCH), tag)) {
      return Response.notModified().header(HttpHeaders.ETAG, tag).build();
    }
    ObjectNode form = form(resource, fields(query));
    Response.ResponseBuilder answer =
        wantsYaml(headers)
            ? Answers.yaml(200, List.of(form))
            : Answers.json(200, form, query.pretty());
    return answer
        .header(HttpHeaders.ETAG, tag)
        .lastModified(java.util.Date.from(resource.headers().updatedAt()))
        .build();
  }

  @GET
  @Path("{context}/v1alpha1/{type}/{ref}/status")
  @Operation(summary = "Read the status of a resource")
  public Response status(
      @PathParam("context") String context,
      @PathParam("type") String segment,
      @PathParam("ref") String ref,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ResourceType type = PathTypes.of(context, segment);
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    Resource resource = found(type, ref);
    JsonNode status = ResourceJson.write(resource.status());
    Response.ResponseBuilder answer =
        wantsYaml(headers)
            ? Answers.yaml(200, List.of(status))
            : Answers.json(200, status, query.pretty());
    return answer.header(HttpHeaders.ETAG, "\"" + resource.headers().version() + "\"").build();
  }

  private Resource found(ResourceType type, String ref) {
    return view.find(type, ref)
        .orElseThrow(
            () ->
                new ProblemException(
                    type == ResourceType.FlowRun
                        ? Problem.RUN_NOT_FOUND
                        : Problem.RESOURCE_NOT_FOUND,
                    "%s '%s' does not exist".formatted(type, ref)));
  }

  private static String fields(Query query) {
    String fields = query.text("fields").orElse("all");
    return switch (fields) {
      case "all", "headers", "spec" -> fields;
      case "summary" ->
          throw new ProblemException(
              Problem.NOT_IMPLEMENTED, "fields=summary is not supported yet");
      default -> throw Query.malformed("'fields' is all, headers or spec");
    };
  }

  /** The whole, without spec and status, or as a manifest that can be applied. */
  private static ObjectNode form(Resource resource, String fields) {
    ObjectNode json = ResourceJson.write(resource);
    return switch (fields) {
      case "headers" -> json.without(List.of("spec", "status"));
      case "spec" -> {
        ResourceHeaders headers = resource.headers();
        ObjectNode authored = JsonNodeFactory.instance.objectNode();
        authored.put("name", headers.name().text());
        authored
            .putObject("labels")
            .setAll(ContributedLabels.removeFrom(headers.labels(), resource.spec()));
        authored.set("annotations", json.at("/headers/annotations"));
        json.set("headers", authored);
        yield json.without(List.of("status"));
      }
      default -> json;
    };
  }

  private static boolean wantsYaml(HttpHeaders headers) {
    MediaType first = headers.getAcceptableMediaTypes().getFirst();
    return first.getSubtype().toLowerCase(Locale.ROOT).contains("yaml");
  }
}
