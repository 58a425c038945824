package io.heddle.resources.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.ResourceType;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.Query;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What the service says about itself. */
@Path("/")
@RunOnVirtualThread
public class SystemRoutes {
  private final ResourceView view;

  SystemRoutes(ResourceView view) {
    this.view = view;
  }

  @GET
  @Path("resources/v1alpha1/types")
  @Operation(summary = "Resource types")
  public Response types(@Context UriInfo uri) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    ArrayNode types = JsonNodeFactory.instance.arrayNode();
    for (ResourceType type : ResourceType.values()) {
      if (type.supported()) {
        ObjectNode json = types.addObject();
        json.put("name", type.name());
        json.put("schema", type.uri());
        texts(json.putArray("acceptedSchemas"), type.acceptedUris());
        json.put("context", type.context());
        json.put("segment", type.segment());
        texts(json.putArray("aliases"), List.of(type.alias()));
        texts(json.putArray("actions"), type == ResourceType.Flow ? List.of("trigger") : List.of());
      }
    }
    return Answers.json(200, types, query.pretty()).build();
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  @GET
  @Path("problems/{code}")
  @Operation(summary = "What an error code means")
  public Response problem(@PathParam("code") String code, @Context UriInfo uri) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    Problem problem =
        Problem.of(code)
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.RESOURCE_NOT_FOUND, "there is no problem '%s'".formatted(code)));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", problem.type());
    json.put("code", problem.code());
    json.put("title", problem.title());
    json.put("status", problem.status());
    json.put("actor", problem.actor().name());
    return Answers.json(200, json, query.pretty()).build();
  }

  @GET
  @Path("info")
  @Operation(summary = "Version and mode")
  public Response info(@Context UriInfo uri) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    return Answers.json(200, describe(), query.pretty()).build();
  }

  @GET
  @Path("system/info")
  @Operation(summary = "Version and mode", hidden = true)
  public Response systemInfo(@Context UriInfo uri) {
    return info(uri);
  }

  private static ObjectNode describe() {
    String version = SystemRoutes.class.getPackage().getImplementationVersion();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", "resource-service");
    json.put("version", version == null ? "development" : version);
    json.put("isMultiTenant", false);
    json.put("specRevision", "seed");
    json.putArray("supportedVersions").add(ResourceType.VERSION);
    return json;
  }
}
