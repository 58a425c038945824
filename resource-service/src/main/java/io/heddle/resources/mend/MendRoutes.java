package io.heddle.resources.mend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Condition;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.apply.Outcomes;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.ResourceCommand.Mend.Way;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.PreferredWait;
import io.heddle.resources.rest.Query;
import io.heddle.resources.writer.RefTexts;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Mending the merge state of a dataset; its chain and its data are never touched. */
@Path("/")
@Tag(name = "Datasets")
@RunOnVirtualThread
public class MendRoutes {
  private static final String DATASET = "datasets/v1alpha1/dataset/{ref}";
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  private final Commands commands;
  private final ResourceView view;

  MendRoutes(Commands commands, ResourceView view) {
    this.commands = commands;
    this.view = view;
  }

  @POST
  @Path(DATASET + "/rebuild")
  @Operation(summary = "Forget the merge state and read the chain again from its start")
  public Response rebuild(
      @PathParam("ref") String ref, @Context UriInfo uri, @Context HttpHeaders headers) {
    return mend(ref, Way.Rebuild, uri, headers);
  }

  @POST
  @Path(DATASET + "/unlock")
  @Operation(summary = "End what is under way and look at the chain")
  public Response unlock(
      @PathParam("ref") String ref, @Context UriInfo uri, @Context HttpHeaders headers) {
    return mend(ref, Way.Unlock, uri, headers);
  }

  private Response mend(String ref, Way way, UriInfo uri, HttpHeaders headers) {
    Query query = Query.of(uri, view.account(), Set.of(), Set.of());
    Resource dataset =
        view.find(ResourceType.Dataset, ref)
            .filter(found -> !found.isDeleted())
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.DATASET_NOT_FOUND, "Dataset '%s' does not exist".formatted(ref)));
    UUID id = dataset.headers().id();
    String commandId = Commands.newId();
    CommandOutcome outcome =
        commands.send(
            new ResourceCommand.Mend(
                commandId,
                view.account().name().text(),
                RefTexts.write(ResourceRef.byId(ResourceType.Dataset, id)),
                way));
    if (outcome.rejection() != null) {
      throw new ProblemException(Outcomes.problem(outcome.rejection(), null, null));
    }
    boolean answered = awaitAnswer(id, commandId, PreferredWait.of(headers).orElse(DEFAULT_WAIT));
    return Answers.json(answered ? 200 : 202, describe(id, way), query.pretty()).build();
  }

  private boolean awaitAnswer(UUID id, String commandId, Duration patience) {
    try {
      return view.await(
          id,
          resource -> {
            JsonNode repair = repair(resource);
            return repair.path("command").asText().equals(commandId)
                && !repair.path("value").asText().equals(Condition.Value.Unknown.name());
          },
          patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(Problem.SHUTTING_DOWN, "the service stops");
    }
  }

  private static JsonNode repair(Resource resource) {
    JsonNode repair = resource.status().conditions().get(Condition.REPAIR);
    return repair == null ? JsonNodeFactory.instance.objectNode() : repair;
  }

  private ObjectNode describe(UUID id, Way way) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("way", way.name());
    view.find(id)
        .ifPresent(
            dataset -> {
              json.put("dataset", dataset.handle().toString());
              json.put("phase", dataset.status().phase().name());
              json.set("repair", repair(dataset));
            });
    return json;
  }
}
