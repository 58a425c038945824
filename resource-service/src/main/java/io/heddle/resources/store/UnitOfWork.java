package io.heddle.resources.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.MessageHeaders;
import io.heddle.message.WireMessage;
import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.ContributedLabels;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.WriterJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one command or message over the stores. It reads its own writes; nothing reaches
 * the stores or the topics before {@link #flush}, so that what is rejected leaves no trace.
 */
public final class UnitOfWork {
  private static final String SOURCE = "heddle/resource-service";
  private static final String RUN_PREFIX = "run/";

  private final WriterStores stores;
  private final Instant time;
  private final String actor;
  private final String correlationId;
  private final Map<UUID, StoredResource> resources = new LinkedHashMap<>();
  private final Map<String, Optional<byte[]>> index = new TreeMap<>();
  private final Map<String, DatasetProgress> datasets = new LinkedHashMap<>();
  private final Map<String, Optional<byte[]>> runs = new LinkedHashMap<>();
  private final List<Output> outputs = new ArrayList<>();
  private boolean targetsChanged;

  public UnitOfWork(WriterStores stores, Instant time, String actor, String correlationId) {
    this.stores = stores;
    this.time = time;
    this.actor = actor;
    this.correlationId = correlationId;
  }

  public Instant time() {
    return time;
  }

  String actor() {
    return actor;
  }

  /** Live or deleted; empty when it never was or is purged. */
  public Optional<Resource> find(UUID id) {
    return stored(id).map(StoredResource::resource);
  }

  public Optional<Resource> findLive(UUID id) {
    return find(id).filter(resource -> !resource.isDeleted());
  }

  public Optional<Resource> findLive(Account account, ResourceType type, ResourceName name) {
    return lookUp(nameKey(account, type, name)).flatMap(this::findLive);
  }

  public Optional<Resource> findLiveDataset(String did) {
    return lookUp(didKey(did)).flatMap(this::findLive);
  }

  /** All live resources of a type. */
  public List<Resource> live(Account account, ResourceType type) {
    Map<String, Optional<byte[]>> found = new TreeMap<>();
    String prefix = typePrefix(account, type);
    try (var iterator = stores.index().prefixScan(prefix, new StringSerializer())) {
      iterator.forEachRemaining(entry -> found.put(entry.key, Optional.of(entry.value)));
    }
    index.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            found.put(key, value);
          }
        });
    return found.values().stream()
        .flatMap(Optional::stream)
        .flatMap(id -> findLive(uuid(id)).stream())
        .toList();
  }

  /** The Source whose states stand under a name in the chains. */
  public Optional<UUID> holderOfSourceName(Account account, String sourceName) {
    return lookUp(sourceNameKey(account, sourceName));
  }

  public void reserveSourceName(Account account, String sourceName, UUID id) {
    index.put(sourceNameKey(account, sourceName), Optional.of(bytes(id)));
  }

  public void freeSourceName(Account account, String sourceName) {
    index.put(sourceNameKey(account, sourceName), Optional.empty());
  }

  /** Adds a resource that is found by its name from now on. */
  public void create(Resource resource, @Nullable JsonNode payload) {
    put(resource, ResourceEvent.Kind.ResourceCreated, payload);
    indexNames(resource);
  }

  /** Adds a resource that is only known by its id: a run, a task. */
  public void createUnnamed(Resource resource, @Nullable JsonNode payload) {
    put(resource, ResourceEvent.Kind.ResourceCreated, payload);
  }

  public void rename(Resource before, Resource after) {
    ResourceHeaders headers = before.headers();
    index.put(nameKey(headers.account(), before.type(), headers.name()), Optional.empty());
    put(after, ResourceEvent.Kind.ResourceRenamed, null);
    indexNames(after);
  }

  private void indexNames(Resource resource) {
    ResourceHeaders headers = resource.headers();
    Optional<byte[]> id = Optional.of(bytes(headers.id()));
    index.put(nameKey(headers.account(), resource.type(), headers.name()), id);
    if (resource.did() != null) {
      index.put(didKey(resource.did()), id);
    }
    targetsChanged = true;
  }

  /** Takes a named resource out of sight; it stays readable by id until it is purged. */
  public void delete(Resource resource) {
    put(
        resource.withStatus(resource.status().withPhase(ResourceStatus.Phase.Deleting), time),
        ResourceEvent.Kind.DeletionRequested,
        null);
    ResourceHeaders headers = resource.headers();
    index.put(nameKey(headers.account(), resource.type(), headers.name()), Optional.empty());
    if (resource.did() != null) {
      index.put(didKey(resource.did()), Optional.empty());
    }
    retire(headers.id(), ResourceStatus.Phase.Deleted);
    targetsChanged = true;
  }

  /** Marks a resource as deleted, to be purged after the retention time. */
  public void retire(UUID id, ResourceStatus.Phase phase) {
    Resource current = find(id).orElseThrow();
    Resource retired =
        current
            .withHeaders(current.headers().deletedAt(time))
            .withStatus(current.status().withPhase(phase), time);
    put(retired, ResourceEvent.Kind.ResourceDeleted, null);
    index.put(deletedKey(time, id), Optional.of(bytes(id)));
  }

  /** Whether something that others may refer to came, went, or changed its name. */
  public boolean targetsChanged() {
    return targetsChanged;
  }

  /** Records a change and the event that says so. */
  public void put(Resource resource, ResourceEvent.Kind kind, @Nullable JsonNode payload) {
    ResourceHeaders headers = resource.headers();
    long sequence = stored(headers.id()).map(StoredResource::sequence).orElse(0L) + 1;
    resources.put(headers.id(), new StoredResource(resource, sequence));
    outputs.add(event(resource, sequence, kind, payload));
  }

  private Output event(
      Resource resource, long sequence, ResourceEvent.Kind kind, @Nullable JsonNode payload) {
    ResourceHeaders headers = resource.headers();
    UUID eventId = UUID.nameUUIDFromBytes((headers.id() + "#" + sequence).getBytes(UTF_8));
    var event =
        new ResourceEvent(
            eventId,
            kind,
            time,
            headers.id(),
            resource.type().uri(),
            headers.account().name().text(),
            headers.generation(),
            headers.statusGeneration(),
            sequence,
            actor,
            correlationId,
            payload);
    return new Output(
        Output.Sink.EVENTS,
        headers.id().toString(),
        cloudEvent(
            eventId.toString(),
            ResourceEvent.CE_TYPE_PREFIX + kind.name(),
            headers.id().toString()),
        WriterJson.bytes(event));
  }

  /** The last traces of a resource that was taken out of the stores. */
  public List<Output> tombstone(StoredResource stored) {
    String id = stored.resource().headers().id().toString();
    return List.of(
        event(stored.resource(), stored.sequence() + 1, ResourceEvent.Kind.ResourcePurged, null),
        new Output(
            Output.Sink.RESOURCES,
            id,
            cloudEvent(id + "#purged", "io.heddle.resource.v1", id),
            null));
  }

  public Optional<DatasetProgress> dataset(String did) {
    DatasetProgress changed = datasets.get(did);
    if (changed != null) {
      return Optional.of(changed);
    }
    byte[] bytes = stores.datasets().get(did);
    return bytes == null
        ? Optional.empty()
        : Optional.of(WriterJson.read(bytes, DatasetProgress.class));
  }

  public void putDataset(String did, DatasetProgress progress) {
    DatasetProgress.Pending pending = progress.pending();
    if (!Objects.equals(dataset(did).map(DatasetProgress::pending).orElse(null), pending)) {
      index.put(
          PENDING_PREFIX + did,
          Optional.ofNullable(pending).map(each -> each.since().toString().getBytes(UTF_8)));
    }
    datasets.put(did, progress);
  }

  public Optional<RunState> run(UUID id) {
    return runBytes(RUN_PREFIX + id).map(bytes -> WriterJson.read(bytes, RunState.class));
  }

  public void putRun(RunState run) {
    runs.put(RUN_PREFIX + run.id(), Optional.of(WriterJson.bytes(run)));
  }

  public List<RunState> unfinishedRuns() {
    Map<String, Optional<byte[]>> found = new TreeMap<>();
    try (var iterator = stores.runs().prefixScan(RUN_PREFIX, new StringSerializer())) {
      iterator.forEachRemaining(entry -> found.put(entry.key, Optional.of(entry.value)));
    }
    runs.forEach(
        (key, value) -> {
          if (key.startsWith(RUN_PREFIX)) {
            found.put(key, value);
          }
        });
    return found.values().stream()
        .flatMap(Optional::stream)
        .map(bytes -> WriterJson.read(bytes, RunState.class))
        .filter(run -> !run.isFinished())
        .toList();
  }

  public Optional<BindingRuns> bindingRuns(String binding) {
    return runBytes("binding/" + binding).map(bytes -> WriterJson.read(bytes, BindingRuns.class));
  }

  public void putBindingRuns(String binding, @Nullable BindingRuns state) {
    runs.put("binding/" + binding, Optional.ofNullable(state).map(WriterJson::bytes));
  }

  /** The runs of one flow for one target. */
  public record BindingRuns(UUID active, @Nullable UUID followUp) {}

  private Optional<byte[]> runBytes(String key) {
    Optional<byte[]> changed = runs.get(key);
    return changed != null ? changed : Optional.ofNullable(stores.runs().get(key));
  }

  public void send(Output.Sink sink, WireMessage message) {
    outputs.add(new Output(sink, message.key(), message.headers(), message.value()));
  }

  /**
   * Writes everything to the stores and hands over what goes out. All bytes are made first, so that
   * an error in making them leaves no half of a change behind.
   */
  public void flush(Consumer<Output> forward) {
    Map<String, byte[]> forms = new LinkedHashMap<>();
    Map<String, byte[]> progress = new LinkedHashMap<>();
    List<Output> outgoing = new ArrayList<>(outputs);
    resources.forEach(
        (id, stored) -> {
          forms.put(id.toString(), stored.toBytes());
          outgoing.add(latestForm(id, stored));
        });
    datasets.forEach((did, state) -> progress.put(did, WriterJson.bytes(state)));
    requireFitting(forms);
    requireFitting(progress);
    runs.forEach((key, state) -> state.ifPresent(bytes -> requireFitting(Map.of(key, bytes))));
    outgoing.forEach(UnitOfWork::requireFitting);
    forms.forEach(stores.resources()::put);
    progress.forEach(stores.datasets()::put);
    put(stores.index(), index);
    put(stores.runs(), runs);
    outgoing.forEach(forward);
  }

  /** What is too large is refused before anything of it is written: no try would ever succeed. */
  private static void requireFitting(Output output) {
    if (!KafkaRecords.fits(output.key().getBytes(UTF_8), output.value(), headers(output))) {
      throw tooLarge(output.value() == null ? 0 : output.value().length);
    }
  }

  /** Stores write their changes to topics, too. */
  private static void requireFitting(Map<String, byte[]> changes) {
    changes.forEach(
        (key, value) -> {
          if (!KafkaRecords.fits(key.getBytes(UTF_8), value, new RecordHeaders())) {
            throw tooLarge(value.length);
          }
        });
  }

  private static RejectedException tooLarge(int bytes) {
    return new RejectedException(
        Problem.PAYLOAD_TOO_LARGE,
        "what is kept of a resource would have %d bytes, less than %d fit; make it smaller"
            .formatted(bytes, TopicLayout.MAX_MESSAGE_BYTES));
  }

  private Output latestForm(UUID id, StoredResource stored) {
    return new Output(
        Output.Sink.RESOURCES,
        id.toString(),
        cloudEvent(id + "#" + stored.sequence(), "io.heddle.resource.v1", id.toString()),
        ResourceJson.toBytes(ContributedLabels.addTo(stored.resource())));
  }

  private static void put(
      KeyValueStore<String, byte[]> store, Map<String, Optional<byte[]>> changes) {
    changes.forEach(
        (key, value) ->
            value.ifPresentOrElse(bytes -> store.put(key, bytes), () -> store.delete(key)));
  }

  Map<String, String> cloudEvent(String id, String type, String subject) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(MessageHeaders.SPEC_VERSION, "1.0");
    headers.put(MessageHeaders.ID, id);
    headers.put(MessageHeaders.TYPE, type);
    headers.put(MessageHeaders.SOURCE, SOURCE);
    headers.put(MessageHeaders.SUBJECT, subject);
    headers.put(MessageHeaders.TIME, time.toString());
    headers.put(MessageHeaders.CONTENT_TYPE, MessageHeaders.JSON);
    return headers;
  }

  private Optional<StoredResource> stored(UUID id) {
    StoredResource changed = resources.get(id);
    if (changed != null) {
      return Optional.of(changed);
    }
    return Optional.ofNullable(stores.resources().get(id.toString()))
        .map(StoredResource::fromBytes);
  }

  private Optional<UUID> lookUp(String key) {
    Optional<byte[]> changed = index.get(key);
    return (changed != null ? changed : Optional.ofNullable(stores.index().get(key)))
        .map(UnitOfWork::uuid);
  }

  private static String typePrefix(Account account, ResourceType type) {
    return "name/" + account.id() + "/" + type + "/";
  }

  private static String nameKey(Account account, ResourceType type, ResourceName name) {
    return typePrefix(account, type) + name.key();
  }

  private static String didKey(String did) {
    return "did/" + did;
  }

  private static String sourceNameKey(Account account, String sourceName) {
    return "source-name/" + account.id() + "/" + sourceName;
  }

  /** What the keys of proposals without an answer begin with; their datasets follow. */
  public static final String PENDING_PREFIX = "pending/";

  public static final String DELETED_PREFIX = "deleted/";

  /** What the keys of everything begin with that was deleted at an instant, in their order. */
  public static String deletedAt(Instant time) {
    return DELETED_PREFIX + String.format(Locale.ROOT, "%020d", time.toEpochMilli());
  }

  private static String deletedKey(Instant time, UUID id) {
    return deletedAt(time) + "/" + id;
  }

  private static byte[] bytes(UUID id) {
    return id.toString().getBytes(UTF_8);
  }

  private static UUID uuid(byte[] text) {
    return UUID.fromString(new String(text, UTF_8));
  }

  /** Headers of Kafka for an output. */
  public static org.apache.kafka.common.header.Headers headers(Output output) {
    return KafkaRecords.toHeaders(output.headers());
  }
}
