package io.heddle.resources.reconcile;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.resource.Condition;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resources.command.ChainObservation;
import io.heddle.resources.command.MetadataSlots;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.store.DatasetProgress;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.ResourceEvent;
import io.heddle.resources.store.UnitOfWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings Datasets into effect: proposes the events that their chains lack, one proposal at a time,
 * and follows what is committed.
 */
public final class DatasetReconciler {
  /** Begins the ids of our proposals; replies to others' are not ours. */
  public static final String REQUEST_PREFIX = "resource/";

  /** Begins the ids of what asks for mending. */
  private static final String MEND_PREFIX = REQUEST_PREFIX + "mend/";

  private static final int MAX_ATTEMPTS = 20;

  /** Why the state of a chain is unknown. */
  private static final String BEHIND = "Behind";

  private final UnitOfWork work;
  private final MessageCodec codec;
  private final Reconciliation reconciliation;

  public DatasetReconciler(UnitOfWork work, MessageCodec codec) {
    this.work = work;
    this.codec = codec;
    this.reconciliation = new Reconciliation(work);
  }

  void reconcile(Resource resource) {
    DatasetSpec spec = (DatasetSpec) resource.spec();
    String did = requireNonNull(resource.did());
    UUID id = resource.headers().id();
    DatasetProgress progress =
        work.dataset(did)
            .map(known -> known.resourceId().equals(id) ? known : known.takenOverBy(id))
            .orElseGet(() -> DatasetProgress.of(id));
    work.putDataset(did, progress);
    if (progress.pending() != null) {
      return;
    }
    Resource started = reconciliation.start(resource);
    if (spec.volume() != null) {
      reconciliation.fail(
          started,
          "ReferencesMissing",
          "missing: " + spec.volume() + "; volumes are not supported");
      return;
    }
    List<MetadataEvent> lacking =
        MetadataSlots.differing(spec.metadata(), progress.committedEvents());
    if (progress.claimed() && lacking.isEmpty()) {
      if (Reconciliation.isBroken(started)) {
        reconciliation.succeed(
            started, Phase.Degraded, "DatasetBroken", "work on the dataset has stopped");
      } else {
        reconciliation.succeed(started, Phase.Ready, "Reconciled", null);
      }
    } else {
      propose(started, progress, lacking, 1);
    }
  }

  private void propose(
      Resource resource, DatasetProgress progress, List<MetadataEvent> events, int attempt) {
    DatasetSpec spec = (DatasetSpec) resource.spec();
    DatasetId dataset = requireNonNull(spec.did());
    long generation = resource.headers().generation();
    String requestId =
        REQUEST_PREFIX
            + resource.headers().id()
            + ("/" + generation)
            + ("/" + (progress.sequenceNumber() + 1))
            + ("/" + attempt);
    List<MetadataEvent> proposed = new ArrayList<>();
    if (!progress.claimed()) {
      // Of a chain that exists already it says whose it is from now on.
      proposed.add(new MetadataEvent.Seed(dataset, spec.kind()));
    }
    proposed.addAll(events);
    var pending =
        new DatasetProgress.Pending(
            requestId,
            generation,
            attempt,
            work.time(),
            events.stream().map(OdfTypes.METADATA_EVENT::toJson).toList());
    work.putDataset(dataset.toString(), progress.withPending(pending));
    work.send(
        Output.Sink.CHANGES,
        codec.encode(
            new Proposal.Metadata(
                dataset, requestId, resource.headers().id().toString(), proposed)));
  }

  /** Blocks came into a chain. */
  public void onCommitted(CommitResult.Committed committed) {
    String did = committed.dataset().toString();
    DatasetProgress known = work.dataset(did).orElse(null);
    if (known == null) {
      return;
    }
    DatasetProgress progress = known;
    for (CommitResult.CommittedBlock block : committed.blocks()) {
      progress = after(progress, block.hash().toString(), block.block());
    }
    boolean answered = isPending(known, committed.requestId());
    if (answered) {
      progress = progress.answered();
    }
    work.putDataset(did, progress);
    Optional<Resource> resource = work.findLive(progress.resourceId());
    if (resource.isEmpty() || (progress.equals(known) && !answered)) {
      return;
    }
    Resource updated = withState(resource.get(), progress);
    work.put(updated, ResourceEvent.Kind.ConditionSet, state(progress));
    if (answered) {
      reconcile(updated);
    }
  }

  /** Asks merge-service to mend the dataset; what becomes of it shows in a condition. */
  public void mend(Resource resource, String commandId, ResourceCommand.Mend.Way way) {
    DatasetId dataset = requireNonNull(((DatasetSpec) resource.spec()).did());
    String requestId = MEND_PREFIX + commandId;
    Proposal proposal =
        switch (way) {
          case Rebuild -> new Proposal.Rebuild(dataset, requestId);
          case Unlock -> new Proposal.Unlock(dataset, requestId);
        };
    work.send(Output.Sink.CHANGES, codec.encode(proposal));
    reconciliation.repair(resource, commandId, Condition.Value.Unknown, way + "Asked", null);
  }

  private void onMendReply(Resource resource, Reply reply) {
    String commandId = reply.requestId().substring(MEND_PREFIX.length());
    switch (reply) {
      case Reply.NothingToCommit nothing -> repaired(resource, commandId);
      case Reply.DatasetMended mended -> repaired(resource, commandId);
      case Reply.DatasetBroken broken -> notRepaired(resource, commandId, broken.failure());
      case Reply.Refused refused -> notRepaired(resource, commandId, refused.failure());
      case Reply.RolledBack rolledBack -> busy(resource, commandId, rolledBack.reason());
      case Reply.Busy busy -> busy(resource, commandId, busy.reason());
      case Reply.Begun begun -> {}
      case Reply.Taken taken -> {}
      case Reply.Superseded superseded -> {}
      case Reply.AlreadyCommitted already -> {}
    }
  }

  private void repaired(Resource resource, String commandId) {
    reconciliation.repair(resource, commandId, Condition.Value.True, "Done", null);
  }

  private void notRepaired(Resource resource, String commandId, Failure failure) {
    reconciliation.repair(
        resource, commandId, Condition.Value.False, failure.kind().name(), failure.message());
  }

  private void busy(Resource resource, String commandId, String reason) {
    reconciliation.repair(resource, commandId, Condition.Value.False, "Busy", reason);
  }

  /** Merge-service tells, asked or not, whether it works on the dataset. */
  private void onState(Resource resource, Reply reply) {
    if (reply instanceof Reply.DatasetBroken broken) {
      reconciliation.breakDown(resource, broken.failure(), broken.since());
    } else if (reply instanceof Reply.DatasetMended && Reconciliation.isBroken(resource)) {
      reconcile(reconciliation.mend(resource));
    }
  }

  /** A proposal of ours was answered without a commit, or a dataset broke or was mended. */
  public void onReply(Reply reply) {
    String did = reply.dataset().toString();
    work.findLiveDataset(did).ifPresent(resource -> onState(resource, reply));
    if (reply.requestId().startsWith(MEND_PREFIX)) {
      work.findLiveDataset(did).ifPresent(resource -> onMendReply(resource, reply));
      return;
    }
    DatasetProgress progress = work.dataset(did).orElse(null);
    if (progress == null || !isPending(progress, reply.requestId())) {
      return;
    }
    Optional<Resource> found = work.findLive(progress.resourceId());
    if (found.isEmpty()) {
      work.putDataset(did, progress.withPending(null));
      return;
    }
    Resource resource = found.get();
    switch (reply) {
      case Reply.Refused refused -> refused(resource, progress, refused.failure());
      case Reply.NothingToCommit nothing -> {
        List<MetadataEvent> events =
            requireNonNull(progress.pending()).events().stream()
                .map(OdfTypes.METADATA_EVENT::fromJson)
                .toList();
        DatasetProgress answered = progress.withEvents(events).answered();
        if (answered.head() == null && answered.gap() == null) {
          answered = answered.withGap(DatasetProgress.Gap.OF_ALL);
          resource = withState(resource, answered);
          work.put(resource, ResourceEvent.Kind.ConditionSet, state(answered));
        }
        work.putDataset(did, answered);
        reconcile(resource);
      }
      case Reply.RolledBack rolledBack -> again(resource, progress, rolledBack.reason());
      case Reply.Busy busy -> again(resource, progress, busy.reason());
      case Reply.Begun begun -> {}
      case Reply.Taken taken -> {}
      case Reply.Superseded superseded -> {}
      case Reply.AlreadyCommitted already -> {}
      case Reply.DatasetBroken broken -> {}
      case Reply.DatasetMended mended -> {}
    }
  }

  /** A decision on a proposal of ours did not get into the chain. */
  public void onRejected(CommitResult.Rejected rejected) {
    String did = rejected.dataset().toString();
    DatasetProgress progress = work.dataset(did).orElse(null);
    if (progress == null || !isPending(progress, rejected.requestId())) {
      return;
    }
    Optional<Resource> resource = work.findLive(progress.resourceId());
    FailureKind obstacle = rejected.obstacle();
    if (resource.isEmpty()) {
      work.putDataset(did, progress.withPending(null));
    } else if (obstacle == null) {
      again(resource.get(), progress, rejected.reason());
    } else {
      refused(resource.get(), progress, new Failure(obstacle, rejected.reason()));
    }
  }

  /** No answer has come for long. */
  public void overdue(String did) {
    DatasetProgress progress = work.dataset(did).orElse(null);
    if (progress == null || progress.pending() == null) {
      return;
    }
    work.findLive(progress.resourceId())
        .ifPresentOrElse(
            resource -> again(resource, progress, "no answer came"),
            () -> work.putDataset(did, progress.withPending(null)));
  }

  /** The same proposal would meet the same failure again. */
  private void refused(Resource resource, DatasetProgress progress, Failure failure) {
    work.putDataset(requireNonNull(resource.did()), progress.withPending(null));
    if (isCurrent(resource, progress)) {
      reconciliation.fail(resource, failure.kind().name(), failure.message());
    } else {
      reconcile(resource);
    }
  }

  private void again(Resource resource, DatasetProgress progress, String reason) {
    DatasetProgress.Pending pending = requireNonNull(progress.pending());
    DatasetSpec spec = (DatasetSpec) resource.spec();
    if (pending.attempt() < MAX_ATTEMPTS) {
      propose(
          resource,
          progress,
          MetadataSlots.differing(spec.metadata(), progress.committedEvents()),
          pending.attempt() + 1);
      return;
    }
    work.putDataset(requireNonNull(resource.did()), progress.withPending(null));
    reconciliation.fail(
        resource,
        "ConcurrentModification",
        "given up after %d attempts: %s".formatted(MAX_ATTEMPTS, reason));
  }

  private static boolean isPending(DatasetProgress progress, String requestId) {
    return progress.pending() != null && progress.pending().requestId().equals(requestId);
  }

  private static boolean isCurrent(Resource resource, DatasetProgress progress) {
    return progress.pending() == null
        || progress.pending().generation() == resource.headers().generation();
  }

  private static DatasetProgress after(DatasetProgress progress, String hash, MetadataBlock block) {
    if (block.sequenceNumber() <= progress.latestSequenceNumber()) {
      return progress;
    }
    if (!progress.isFollowedBy(block)) {
      return progress.withGap(new DatasetProgress.Gap(hash, block.sequenceNumber()));
    }
    DatasetProgress base = progress.withEvents(List.of(block.event()));
    Long lastOffset = base.lastOffset();
    long dataSize = base.dataSize();
    Instant watermark = base.watermark();
    Instant appendedAt = base.lastAppendedAt();
    if (block.event() instanceof MetadataEvent.DataEvent data) {
      lastOffset = data.lastOffset();
      DataSlice slice = data.newData();
      dataSize += slice == null ? 0 : slice.size();
      watermark = data.newWatermark() == null ? watermark : data.newWatermark();
      appendedAt = block.systemTime();
    }
    return new DatasetProgress(
        base.resourceId(),
        base.claimed(),
        hash,
        block.sequenceNumber(),
        lastOffset,
        dataSize,
        watermark,
        appendedAt,
        base.slots(),
        base.pending(),
        null);
  }

  /** Counts in what was read of a chain; what others have told in the meantime is not needed. */
  public void observe(Resource resource, ChainObservation seen) {
    String did = requireNonNull(resource.did());
    Optional<DatasetProgress> known = work.dataset(did);
    if (known.isEmpty()
        || known.get().gap() == null
        || !Objects.equals(known.get().head(), seen.since())) {
      return;
    }
    DatasetProgress progress = known.get().observed(seen);
    work.putDataset(did, progress);
    work.put(withState(resource, progress), ResourceEvent.Kind.ConditionSet, state(progress));
  }

  /** What the chain holds, in status and in the snapshot of its metadata; no change of intent. */
  private Resource withState(Resource resource, DatasetProgress progress) {
    DatasetSpec spec = (DatasetSpec) resource.spec();
    DatasetSpec snapshot =
        spec.withMetadata(
            MetadataSlots.merge(progress.committedEvents(), spec.metadata()).stream()
                .filter(event -> !MetadataSlots.isLegacySource(event))
                .toList());
    ResourceStatus status =
        resource.status().withCondition(Condition.DATASET_STATE, state(progress));
    return resource.withSpec(snapshot).withStatus(status, work.time());
  }

  /**
   * Whether blocks of the dataset's chain are still to be read.
   *
   * @return the block behind which they begin, null within for the whole chain; empty: none are
   */
  public static Optional<Since> behind(Resource dataset) {
    JsonNode state = dataset.status().conditions().get(Condition.DATASET_STATE);
    return state != null && state.path("reason").asText().equals(BEHIND)
        ? Optional.of(new Since(state.path("since").asText(null)))
        : Optional.empty();
  }

  /** The hash of a block; null: there is none before what is to be read. */
  public record Since(@Nullable String block) {}

  private static ObjectNode state(DatasetProgress progress) {
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    if (progress.gap() != null) {
      return state
          .put("value", "Unknown")
          .put("reason", BEHIND)
          .put("message", "blocks that somebody else appended are being read")
          .put("since", progress.head())
          .put("head", progress.gap().head());
    }
    state.put("value", "True");
    state.put("head", progress.head());
    state.put("sequenceNumber", progress.sequenceNumber());
    Long lastOffset = progress.lastOffset();
    if (lastOffset != null) {
      state.put("lastOffset", lastOffset);
    }
    state.put("numRecords", lastOffset == null ? 0 : lastOffset + 1);
    state.put("dataSize", progress.dataSize());
    putTime(state, "watermark", progress.watermark());
    putTime(state, "lastAppendedAt", progress.lastAppendedAt());
    List<MetadataEvent> sources =
        progress.committedEvents().stream().filter(MetadataSlots::isLegacySource).toList();
    if (!sources.isEmpty()) {
      ArrayNode legacy = state.putArray("legacySources");
      sources.forEach(source -> legacy.add(OdfTypes.METADATA_EVENT.toJson(source)));
    }
    return state;
  }

  private static void putTime(ObjectNode state, String key, @Nullable Instant time) {
    if (time != null) {
      state.put(key, time.toString());
    }
  }
}
