package io.heddle.resources.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.problem.Failure;
import io.heddle.resource.Condition;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.ResourceEvent;
import io.heddle.resources.store.UnitOfWork;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that bring a resource into effect, as events and status. */
final class Reconciliation {
  private final UnitOfWork work;

  Reconciliation(UnitOfWork work) {
    this.work = work;
  }

  /** A controller has taken up the current generation. */
  Resource start(Resource resource) {
    long generation = resource.headers().generation();
    Resource started =
        resource.withStatus(
            resource.status().withPhase(Phase.Reconciling).observed(generation, work.time()),
            work.time());
    work.put(started, ResourceEvent.Kind.ReconciliationStarted, null);
    return started;
  }

  /** Everything is in effect; Degraded: but something it needs is missing. */
  Resource succeed(Resource resource, Phase phase, String reason, @Nullable String message) {
    long generation = resource.headers().generation();
    ResourceStatus status =
        withCondition(
            resource,
            resource.status().withPhase(phase).reconciled(generation, work.time()),
            Condition.READY,
            phase == Phase.Ready ? Condition.Value.True : Condition.Value.False,
            reason,
            message);
    Resource done = resource.withStatus(status, work.time());
    work.put(done, ResourceEvent.Kind.ReconciliationSucceeded, null);
    return done;
  }

  /** It cannot be brought into effect as it is. */
  Resource fail(Resource resource, String reason, String message) {
    ResourceStatus status =
        withCondition(
            resource,
            resource.status().withPhase(Phase.Failed),
            Condition.READY,
            Condition.Value.False,
            reason,
            message);
    Resource failed = resource.withStatus(status, work.time());
    work.put(
        failed,
        ResourceEvent.Kind.ReconciliationFailed,
        WriterJson.tree(new Cause(reason, message)));
    return failed;
  }

  private record Cause(String reason, String message) {}

  /** Work on the dataset has stopped. */
  void breakDown(Resource resource, Failure failure, Instant since) {
    ResourceStatus status =
        withCondition(
            resource,
            resource.status().withPhase(Phase.Degraded),
            Condition.READY,
            Condition.Value.False,
            "DatasetBroken",
            failure.message());
    var broken =
        new Condition(
            Condition.Value.True,
            failure.kind().name(),
            failure.message(),
            since,
            resource.headers().generation());
    work.put(
        resource.withStatus(status.withCondition(Condition.BROKEN, broken.toJson()), work.time()),
        ResourceEvent.Kind.ConditionSet,
        WriterJson.tree(new Cause(failure.kind().name(), failure.message())));
  }

  /** Work on the dataset goes on. */
  Resource mend(Resource resource) {
    ResourceStatus status =
        withCondition(
            resource, resource.status(), Condition.BROKEN, Condition.Value.False, "Mended", null);
    Resource mended = resource.withStatus(status, work.time());
    work.put(mended, ResourceEvent.Kind.ConditionSet, null);
    return mended;
  }

  static boolean isBroken(Resource resource) {
    JsonNode broken = resource.status().conditions().get(Condition.BROKEN);
    return broken != null && broken.path("value").asText().equals(Condition.Value.True.name());
  }

  /** How far the mending is that a command asked for. */
  void repair(
      Resource resource,
      String commandId,
      Condition.Value value,
      String reason,
      @Nullable String message) {
    Resource current = work.find(resource.headers().id()).orElse(resource);
    var condition =
        new Condition(value, reason, message, work.time(), current.headers().generation());
    ObjectNode json = (ObjectNode) condition.toJson();
    json.put("command", commandId);
    work.put(
        current.withStatus(current.status().withCondition(Condition.REPAIR, json), work.time()),
        ResourceEvent.Kind.ConditionSet,
        json);
  }

  /** Says which references have no target; a part of a status that is written anyway. */
  ResourceStatus withReferences(
      Resource resource, ResourceStatus status, List<ReferenceResolver.Dangling> dangling) {
    return dangling.isEmpty()
        ? withCondition(
            resource, status, Condition.REFERENCES_RESOLVED, Condition.Value.True, "AllFound", null)
        : withCondition(
            resource,
            status,
            Condition.REFERENCES_RESOLVED,
            Condition.Value.False,
            "Missing",
            describe(dangling));
  }

  static String describe(List<ReferenceResolver.Dangling> dangling) {
    return "missing: "
        + String.join(", ", dangling.stream().map(one -> one.ref().toString()).distinct().toList());
  }

  private ResourceStatus withCondition(
      Resource resource,
      ResourceStatus status,
      String key,
      Condition.Value value,
      String reason,
      @Nullable String message) {
    var condition =
        new Condition(value, reason, message, work.time(), resource.headers().generation());
    return status.withCondition(key, condition.after(status.conditions().get(key)).toJson());
  }
}
