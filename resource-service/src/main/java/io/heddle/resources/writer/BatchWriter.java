package io.heddle.resources.writer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Manifest;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SpecJson;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.CommandOutcome.Change;
import io.heddle.resources.command.CommandOutcome.Operation;
import io.heddle.resources.command.CommandOutcome.Warning;
import io.heddle.resources.command.ContributedLabels;
import io.heddle.resources.command.MetadataSlots;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.ResourceCommand.Precondition;
import io.heddle.resources.reconcile.Reconcilers;
import io.heddle.resources.store.ReferenceResolver;
import io.heddle.resources.store.ResourceEvent;
import io.heddle.resources.store.UnitOfWork;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides one manifest of an Apply: created, updated, untouched, or rejected. */
final class BatchWriter {
  private static final Set<ResourceType> APPLICABLE =
      EnumSet.of(ResourceType.Dataset, ResourceType.Source, ResourceType.Flow);

  private final UnitOfWork work;
  private final Account account;
  private final Reconcilers reconcilers;

  BatchWriter(UnitOfWork work, Account account, Reconcilers reconcilers) {
    this.work = work;
    this.account = account;
    this.reconcilers = reconcilers;
  }

  /** One manifest and what it is about. */
  record Draft(ResourceCommand.Item item, Manifest manifest, @Nullable Resource existing, UUID id) {
    ResourceName name() {
      return requireNonNull(manifest.name());
    }
  }

  /** Finds what the manifest is about. */
  Draft draft(ResourceCommand.Item item) {
    JsonNode tree = item.manifest();
    ResourceType type =
        ResourceType.resolve(tree.path("$schema").asText())
                instanceof ResourceType.Resolution.Known(var known)
            ? known
            : unknownType(tree);
    if (!APPLICABLE.contains(type)) {
      throw new RejectedException(
          Problem.UNSUPPORTED_TYPE,
          "a %s is not applied; start one with POST /flows/v1alpha1/flowrun".formatted(type),
          "/$schema");
    }
    Manifest manifest = ManifestJson.read(type, tree, true);
    Resource existing = existing(manifest);
    refuseUnless(item.precondition(), manifest, existing);
    return new Draft(
        item, manifest, existing, existing == null ? item.newId() : existing.headers().id());
  }

  private static ResourceType unknownType(JsonNode tree) {
    throw new RejectedException(
        Problem.UNSUPPORTED_TYPE, tree.path("$schema").asText() + " is not supported");
  }

  private @Nullable Resource existing(Manifest manifest) {
    if (manifest.id() == null) {
      return work.findLive(account, manifest.type(), requireNonNull(manifest.name())).orElse(null);
    }
    Resource existing =
        work.findLive(manifest.id())
            .orElseThrow(
                () ->
                    new RejectedException(
                        Problem.RESOURCE_NOT_FOUND,
                        "nothing has the id %s; leave the id out to create a resource"
                            .formatted(manifest.id()),
                        "/headers/id"));
    if (existing.type() != manifest.type()) {
      throw new RejectedException(
          Problem.TYPE_MISMATCH,
          "%s is a %s, not a %s".formatted(manifest.id(), existing.type(), manifest.type()),
          "/$schema");
    }
    return existing;
  }

  static void refuseUnless(
      Precondition precondition, Manifest manifest, @Nullable Resource existing) {
    if (existing != null && precondition.mustBeNew()) {
      throw new RejectedException(
          Problem.NAME_CONFLICT, manifest.handle() + " exists already", "/headers/name");
    }
    Preconditions.check(precondition, existing, manifest.handle());
  }

  /** Writes what the manifest asks for, if it is anything new. */
  CommandOutcome.Item write(Draft draft) {
    List<Warning> warnings = new ArrayList<>();
    ResourceSpec resolved = resolve(draft, warnings);
    Resource existing = draft.existing();
    return existing == null
        ? create(draft, resolved, warnings)
        : update(draft, existing, resolved, warnings);
  }

  private ResourceSpec resolve(Draft draft, List<Warning> warnings) {
    List<ReferenceResolver.Dangling> dangling = new ArrayList<>();
    var resolver = new ReferenceResolver(work, account);
    ResourceSpec spec = CanonicalSpec.stored(resolver.resolve(draft.manifest().spec(), dangling));
    dangling.forEach(
        one ->
            warnings.add(
                new Warning(
                    "dangling-reference", one.pointer(), one.ref() + " does not exist yet")));
    return spec instanceof DatasetSpec dataset ? new Inputs(resolver).resolve(dataset) : spec;
  }

  private CommandOutcome.Item create(Draft draft, ResourceSpec spec, List<Warning> warnings) {
    Manifest manifest = draft.manifest();
    ResourceSpec complete = spec instanceof DatasetSpec dataset ? newDataset(draft, dataset) : spec;
    var headers =
        new ResourceHeaders(
            draft.id(),
            draft.name(),
            account,
            ContributedLabels.removeFrom(manifest.labels(), complete),
            manifest.annotations(),
            List.of(),
            1,
            0,
            work.time(),
            work.time(),
            null);
    Resource created = new Resource(manifest.type(), headers, complete, ResourceStatus.PENDING);
    work.create(created, payload(created));
    reconcilers.reconcile(created);
    return outcome(draft, Operation.Created, List.of(), warnings);
  }

  private DatasetSpec newDataset(Draft draft, DatasetSpec dataset) {
    DatasetId did =
        dataset.did() != null
            ? dataset.did()
            : DatasetId.parse(requireNonNull(draft.item().newDid(), "a new dataset's DID"));
    work.findLiveDataset(did.toString())
        .ifPresent(
            other -> {
              throw new RejectedException(
                  Problem.NAME_CONFLICT,
                  "the DID belongs to %s".formatted(other.handle()),
                  "/spec/did");
            });
    return dataset.withDid(did).withMetadata(MetadataSlots.latest(dataset.metadata()));
  }

  private CommandOutcome.Item update(
      Draft draft, Resource existing, ResourceSpec spec, List<Warning> warnings) {
    Manifest manifest = draft.manifest();
    ResourceHeaders headers = existing.headers();
    ResourceSpec wanted =
        spec instanceof DatasetSpec dataset
            ? evolved((DatasetSpec) existing.spec(), dataset)
            : spec;
    Map<String, JsonNode> labels =
        ContributedLabels.removeFrom(manifest.labels(), wanted, existing);
    boolean renamed = !headers.name().equals(draft.name());
    boolean sameHeaders =
        !renamed
            && headers.labels().equals(labels)
            && headers.annotations().equals(manifest.annotations());
    boolean sameSpec = CanonicalSpec.same(existing.spec(), wanted);
    if (sameHeaders && sameSpec) {
      return outcome(draft, Operation.Untouched, List.of(), warnings);
    }
    if (renamed) {
      refuseTakenName(draft);
    }
    ResourceName name = renamed ? draft.name() : headers.name();
    Resource updated =
        existing.withIntent(
            headers.withAuthored(name, labels, manifest.annotations()),
            sameSpec ? existing.spec() : wanted,
            work.time());
    List<Change> changes = changes(existing, updated);
    write(existing, updated, renamed, sameHeaders, sameSpec);
    reconcilers.reconcile(updated);
    return outcome(draft, Operation.Updated, changes, warnings);
  }

  private void write(
      Resource existing, Resource updated, boolean renamed, boolean sameHeaders, boolean sameSpec) {
    if (renamed) {
      work.rename(existing, updated);
    } else if (!sameHeaders) {
      work.put(updated, ResourceEvent.Kind.ResourceHeadersChanged, payload(updated));
    }
    if (!sameSpec) {
      work.put(updated, ResourceEvent.Kind.ResourceSpecChanged, payload(updated));
    }
  }

  private void refuseTakenName(Draft draft) {
    work.findLive(account, draft.manifest().type(), draft.name())
        .ifPresent(
            other -> {
              throw new RejectedException(
                  Problem.NAME_CONFLICT,
                  "%s exists already, with id %s"
                      .formatted(draft.manifest().handle(), other.headers().id()),
                  "/headers/name");
            });
  }

  /** What was declared over what the chain has got besides; kind and DID never change. */
  private DatasetSpec evolved(DatasetSpec existing, DatasetSpec wanted) {
    if (existing.kind() != wanted.kind()) {
      throw new RejectedException(
          Problem.IMMUTABLE_FIELD,
          "the kind is %s and cannot become %s".formatted(existing.kind(), wanted.kind()),
          "/spec/kind");
    }
    if (wanted.did() != null && !Objects.equals(wanted.did(), existing.did())) {
      throw new RejectedException(
          Problem.IMMUTABLE_FIELD, "the DID is " + existing.did(), "/spec/did");
    }
    List<MetadataEvent> differing = MetadataSlots.differing(wanted.metadata(), existing.metadata());
    refuseVocabularyChange(existing, differing);
    List<MetadataEvent> metadata =
        differing.isEmpty()
            ? existing.metadata()
            : MetadataSlots.merge(existing.metadata(), differing);
    return new DatasetSpec(existing.kind(), metadata, existing.did(), wanted.volume());
  }

  private void refuseVocabularyChange(DatasetSpec existing, List<MetadataEvent> differing) {
    boolean hasData =
        work.dataset(Objects.toString(existing.did()))
            .map(progress -> progress.lastOffset() != null)
            .orElse(false);
    for (MetadataEvent event : differing) {
      if (hasData
          && event instanceof MetadataEvent.SetVocab vocab
          && !Vocabulary.of(vocab).equals(currentVocabulary(existing))) {
        throw new RejectedException(
            Problem.IMMUTABLE_FIELD,
            "the names of the system columns cannot change once there is data",
            "/spec/metadata");
      }
    }
  }

  private static Vocabulary currentVocabulary(DatasetSpec dataset) {
    return dataset.metadata().stream()
        .filter(MetadataEvent.SetVocab.class::isInstance)
        .map(event -> Vocabulary.of((MetadataEvent.SetVocab) event))
        .findFirst()
        .orElse(Vocabulary.DEFAULT);
  }

  private static List<Change> changes(Resource before, Resource after) {
    List<Change> changes = new ArrayList<>();
    changes.add(
        new Change(
            "Generation",
            "",
            JsonNodeFactory.instance.numberNode(before.headers().generation()),
            JsonNodeFactory.instance.numberNode(after.headers().generation())));
    changes.addAll(
        Differences.between("Headers", authored(before.headers()), authored(after.headers())));
    changes.addAll(
        Differences.between("Spec", SpecJson.write(before.spec()), SpecJson.write(after.spec())));
    return changes;
  }

  private static ObjectNode authored(ResourceHeaders headers) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", headers.name().text());
    json.set("labels", JsonNodeFactory.instance.objectNode().setAll(headers.labels()));
    json.set("annotations", JsonNodeFactory.instance.objectNode().setAll(headers.annotations()));
    return json;
  }

  private static JsonNode payload(Resource resource) {
    ObjectNode json = ResourceJson.write(resource);
    json.remove("status");
    return json;
  }

  private CommandOutcome.Item outcome(
      Draft draft, Operation operation, List<Change> changes, List<Warning> warnings) {
    Resource written = work.find(draft.id()).orElseThrow();
    return new CommandOutcome.Item(
        draft.item().document(),
        operation,
        written.type(),
        written.headers().name().text(),
        draft.id(),
        written.headers().generation(),
        written.headers().statusGeneration(),
        written.status().phase(),
        changes,
        warnings,
        null);
  }
}
