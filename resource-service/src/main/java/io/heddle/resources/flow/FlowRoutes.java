package io.heddle.resources.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.Document;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Condition;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resource.UuidText;
import io.heddle.resources.apply.Outcomes;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.Page;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.manifest.ManifestParser;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.manifest.Reading;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.JsonBody;
import io.heddle.resources.rest.Preconditions;
import io.heddle.resources.rest.PreferredWait;
import io.heddle.resources.rest.Query;
import io.heddle.resources.rest.RequestBodies;
import io.heddle.resources.writer.RefTexts;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Starting flows, and their runs. */
@Path("/")
@RunOnVirtualThread
public class FlowRoutes {

  private final ManifestReader reader;
  private final ManifestParser parser;
  private final Commands commands;
  private final ResourceView view;
  private final RequestBodies bodies;

  FlowRoutes(
      ManifestReader reader,
      ManifestParser parser,
      Commands commands,
      ResourceView view,
      RequestBodies bodies) {
    this.bodies = bodies;
    this.reader = reader;
    this.parser = parser;
    this.commands = commands;
    this.view = view;
  }

  @POST
  @Path("flows/v1alpha1/flow/{ref}/trigger")
  @Operation(summary = "Start a flow now")
  public Response trigger(
      @PathParam("ref") String ref,
      InputStream body,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    Query query = Query.of(uri, view.account(), Set.of("ifActive"), Set.of());
    Preconditions.refuseIdempotencyKey(headers);
    String ifActive = query.text("ifActive").orElse("queue");
    if (!Set.of("queue", "reject").contains(ifActive)) {
      throw Query.malformed("'ifActive' is queue or reject");
    }
    TriggerRequest request = TriggerRequest.read(bodies.read(body, headers));
    CommandOutcome outcome =
        commands.send(
            new ResourceCommand.Trigger(
                Commands.newId(),
                view.account().name().text(),
                RefTexts.write(reference(ResourceType.Flow, ref)),
                request.target() == null
                    ? null
                    : RefTexts.write(reference(ResourceType.Dataset, request.target())),
                request.tasks(),
                request.parameters(),
                request.reason(),
                ifActive.equals("reject")));
    return answer(outcome, query, headers);
  }

  @POST
  @Path("flows/v1alpha1/flowrun")
  @Operation(summary = "Run tasks once, without a flow")
  public Response startRun(InputStream body, @Context UriInfo uri, @Context HttpHeaders headers) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    Preconditions.refuseIdempotencyKey(headers);
    List<Document> documents =
        reader.read(bodies.read(body, headers), headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
    if (documents.size() != 1) {
      throw Query.malformed("one manifest, not %d".formatted(documents.size()));
    }
    Reading.Good good =
        switch (parser.parse(documents.getFirst(), false)) {
          case Reading.Good read -> read;
          case Reading.Bad bad ->
              throw new ProblemException(
                  ProblemDetail.of(bad.problem(), bad.detail(), bad.findings()));
        };
    if (good.manifest().type() != ResourceType.FlowRun) {
      throw new ProblemException(
          Problem.TYPE_MISMATCH,
          "the manifest is a %s, not a FlowRun".formatted(good.manifest().type()));
    }
    CommandOutcome outcome =
        commands.send(
            new ResourceCommand.StartRun(
                Commands.newId(),
                view.account().name().text(),
                UUID.randomUUID(),
                ManifestJson.write(good.manifest())));
    return answer(outcome, query, headers);
  }

  @POST
  @Path("flows/v1alpha1/flowrun/{id}/cancel")
  @Operation(summary = "End a run; what it has committed by then stays")
  public Response cancel(
      @PathParam("id") String id,
      InputStream body,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    JsonBody request = JsonBody.read(bodies.read(body, headers), Set.of("reason"));
    if (!UuidText.isUuid(id)) {
      throw new ProblemException(Problem.RUN_NOT_FOUND, "there is no run " + id);
    }
    CommandOutcome outcome =
        commands.send(
            new ResourceCommand.CancelRun(
                Commands.newId(),
                view.account().name().text(),
                UUID.fromString(id),
                request.text("reason")));
    return answer(outcome, query, headers);
  }

  private Response answer(CommandOutcome outcome, Query query, HttpHeaders headers) {
    if (outcome.rejection() != null) {
      throw new ProblemException(Outcomes.problem(outcome.rejection(), null, null));
    }
    Optional<Duration> wait = PreferredWait.of(headers);
    boolean finished = awaitFinished(outcome.runs(), wait.orElse(Duration.ZERO));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode runs = json.putArray("runs");
    outcome.runs().forEach(run -> runs.add(describe(run)));
    Response.ResponseBuilder answer = Answers.json(finished ? 200 : 202, json, query.pretty());
    if (outcome.runs().size() == 1) {
      answer.header(HttpHeaders.LOCATION, path(outcome.runs().getFirst().flowRun()));
    }
    wait.ifPresent(time -> answer.header("Preference-Applied", "wait=" + time.toSeconds()));
    return answer.build();
  }

  private boolean awaitFinished(List<CommandOutcome.Run> runs, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      for (CommandOutcome.Run run : runs) {
        Duration left = Duration.ofNanos(Math.max(deadline - System.nanoTime(), 0));
        if (!view.await(
            run.flowRun(),
            resource -> state(resource).path("status").asText().equals("Finished"),
            left)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(Problem.SHUTTING_DOWN, "the service stops");
    }
  }

  private ObjectNode describe(CommandOutcome.Run run) {
    JsonNode state =
        view.find(run.flowRun())
            .map(FlowRoutes::state)
            .orElseGet(JsonNodeFactory.instance::objectNode);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("flowRun", run.flowRun().toString());
    if (run.targetName() != null) {
      json.put("target", run.targetName());
    }
    json.put("status", state.path("status").asText(run.status()));
    if (state.hasNonNull("outcome")) {
      json.put("outcome", state.path("outcome").asText());
      json.set("tasks", state.path("tasks"));
    }
    json.put("joined", run.joined());
    json.putObject("links").put("self", path(run.flowRun()));
    return json;
  }

  private static String path(UUID run) {
    return "/flows/v1alpha1/flowrun/" + run;
  }

  @GET
  @Path("flows/v1alpha1/flow/{ref}/runs")
  @Operation(summary = "Runs of a flow, newest first")
  public Response runs(@PathParam("ref") String ref, @Context UriInfo uri) {
    Query query =
        Query.of(
            uri,
            view.account(),
            Set.of("limit", "pageToken", "status", "outcome", "target"),
            Set.of("since", "until", "trigger"));
    Resource flow =
        view.find(ResourceType.Flow, ref)
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.RESOURCE_NOT_FOUND, "Flow '%s' does not exist".formatted(ref)));
    UUID id = flow.headers().id();
    List<JsonNode> runs =
        view.allWithDeleted(ResourceType.FlowRun)
            .filter(run -> isOf(run, id))
            .sorted(
                Comparator.<Resource, java.time.Instant>comparing(run -> run.headers().createdAt())
                    .thenComparing(run -> run.headers().id())
                    .reversed())
            .map(FlowRoutes::state)
            .filter(state -> fits(state, query))
            .toList();
    Page<JsonNode> page = Page.of(runs, query, uri);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode items = json.putArray("items");
    page.items().forEach(items::add);
    json.set("page", page.toJson());
    return Answers.json(200, json, query.pretty()).build();
  }

  private static boolean isOf(Resource run, UUID flow) {
    return run.headers().ownerReferences().stream().anyMatch(owner -> flow.equals(owner.id()));
  }

  private static boolean fits(JsonNode state, Query query) {
    return List.of("status", "outcome", "target").stream()
        .allMatch(
            key ->
                query
                    .text(key)
                    .map(wanted -> state.path(key).asText().equalsIgnoreCase(wanted))
                    .orElse(true));
  }

  private static JsonNode state(Resource run) {
    JsonNode state = run.status().conditions().get(Condition.FLOW_RUN_STATUS);
    return state == null ? JsonNodeFactory.instance.objectNode() : state;
  }

  private static ResourceRef reference(ResourceType type, String text) {
    try {
      return ResourceRef.parse(text, type);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.RESOURCE_NOT_FOUND, Objects.toString(e.getMessage(), text + " does not exist"));
    }
  }
}
