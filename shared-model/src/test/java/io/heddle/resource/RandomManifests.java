package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.encoding.RandomValues;
import io.heddle.odf.DatasetKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random resources of any type, with the values that are written and read in odd ways. */
final class RandomManifests {
  private static final JsonNodeFactory JSON = JsonNodeFactory.withExactBigDecimals(true);

  private static final List<String> NAMES =
      List.of(
          "a",
          "A.b-c.D0",
          "null",
          "1e3",
          "0123",
          "2020-01-01",
          "true",
          "x".repeat(ResourceName.MAX_LENGTH));

  private static final List<Instant> TIMES =
      List.of(
          Instant.MIN,
          Instant.MAX,
          Instant.EPOCH,
          Instant.parse("-0001-12-31T19:00:00Z"),
          Instant.parse("0000-01-01T00:00:00Z"),
          Instant.parse("9999-12-31T23:59:59.999999999Z"),
          Instant.parse("+10000-01-01T04:59:59Z"));

  private static final List<Duration> DURATIONS =
      List.of(
          Duration.ZERO,
          Duration.ofNanos(1),
          Duration.ofMillis(1500),
          Duration.ofHours(49),
          Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
          Duration.ofSeconds(Long.MIN_VALUE));

  private final Random random;
  private final RandomValues values;

  RandomManifests(long seed) {
    random = new Random(seed);
    values = new RandomValues(seed);
  }

  Manifest manifest(ResourceType type) {
    boolean named = type != ResourceType.FlowRun && type != ResourceType.Task;
    return new Manifest(
        type,
        maybe(this::uuid),
        named ? name() : maybe(this::name),
        maybe(this::account),
        map(() -> json(0)),
        map(() -> json(0)),
        list(() -> ref(pick(List.of(ResourceType.values())))),
        maybe(this::count),
        spec(type));
  }

  Resource resource(ResourceType type) {
    return new Resource(
        type,
        new ResourceHeaders(
            uuid(),
            name(),
            new Account(uuid(), maybe(values::text), name()),
            map(() -> json(0)),
            map(() -> json(0)),
            list(() -> ref(pick(List.of(ResourceType.values())))),
            count(),
            count(),
            time(),
            time(),
            maybe(this::time)),
        spec(type),
        new ResourceStatus(
            pick(List.of(ResourceStatus.Phase.values())),
            maybe(this::count),
            maybe(this::time),
            maybe(this::count),
            maybe(this::time),
            map(() -> json(0)),
            maybe(values::text),
            maybe(values::text)));
  }

  private ResourceSpec spec(ResourceType type) {
    return switch (type) {
      case Dataset ->
          new DatasetSpec(
              pick(List.of(DatasetKind.values())),
              list(() -> values.value(OdfTypes.METADATA_EVENT)),
              maybe(() -> values.value(OdfTypes.DATASET_ID)),
              maybe(() -> ref(ResourceType.PersistentVolume)));
      case Source ->
          new SourceSpec(
              map(this::valueRef),
              maybe(() -> values.value(OdfTypes.INGRESS)),
              maybe(() -> list(() -> values.value(OdfTypes.PREP_STEP))),
              values.value(OdfTypes.READ_STEP),
              maybe(() -> values.value(OdfTypes.TRANSFORM)),
              maybe(() -> values.value(OdfTypes.MERGE_STRATEGY)),
              maybe(() -> values.value(OdfTypes.SET_VOCAB)));
      case Flow ->
          new FlowSpec(
              selector(maybe(() -> pick(List.of(ResourceType.values())))),
              list(this::trigger),
              list(this::task),
              maybe(this::retryPolicy),
              maybe(this::account),
              maybe(
                  () ->
                      new FlowSpec.RunsRetention(maybe(this::count), maybe(() -> pick(DURATIONS)))),
              maybe(this::count));
      case FlowRun ->
          new FlowRunSpec(
              maybe(() -> ref(ResourceType.Dataset)), list(this::task), maybe(this::account));
      case Task -> task();
      case VariableSet, SecretSet, WebhookTarget, PersistentVolume ->
          throw new IllegalArgumentException("resources of type " + type + " are not kept");
    };
  }

  private FlowTrigger trigger() {
    Boolean enabled = maybe(random::nextBoolean);
    Duration cooldown = maybe(() -> pick(DURATIONS));
    return switch (random.nextInt(7)) {
      case 0 -> new FlowTrigger.Schedule(enabled, cooldown, values.text());
      case 1 -> new FlowTrigger.Manual(enabled, cooldown);
      case 2 -> new FlowTrigger.Interval(enabled, cooldown, pick(DURATIONS));
      case 3 ->
          new FlowTrigger.Event(
              enabled, cooldown, JSON.objectNode().set("a", json(0)), maybe(this::count));
      case 4 ->
          new FlowTrigger.Source(
              enabled,
              cooldown,
              ref(ResourceType.Source),
              maybe(this::count),
              maybe(() -> pick(DURATIONS)));
      case 5 ->
          new FlowTrigger.Dataset(
              enabled, cooldown, selector(ResourceType.Dataset), maybe(() -> list(values::text)));
      default ->
          new FlowTrigger.InputsUpdated(
              enabled,
              cooldown,
              maybe(() -> ref(ResourceType.Dataset)),
              maybe(this::count),
              maybe(() -> pick(DURATIONS)));
    };
  }

  private TaskSpec task() {
    TaskSpec.Options options = options(maybe(() -> ref(ResourceType.Dataset)));
    return switch (random.nextInt(9)) {
      case 0 -> new TaskSpec.Ingest(options, ref(ResourceType.Source), maybe(this::count));
      case 1 -> new TaskSpec.Compaction(options, maybe(this::count), maybe(this::count));
      case 2 -> new TaskSpec.GarbageCollection(options);
      case 3 -> new TaskSpec.Verify(options, maybe(random::nextBoolean));
      case 4 ->
          new TaskSpec.Reset(
              options, maybe(values::text), maybe(values::text), maybe(values::text));
      case 5 ->
          new TaskSpec.WebhookCall(
              options(null),
              ref(ResourceType.WebhookTarget),
              maybe(values::text),
              maybe(this::retryPolicy));
      case 6 -> new TaskSpec.Transform(options);
      case 7 -> new TaskSpec.SyncFrom(options, values.text());
      default -> new TaskSpec.SyncTo(options, values.text());
    };
  }

  private TaskSpec.Options options(@Nullable ResourceRef target) {
    return new TaskSpec.Options(
        maybe(values::text),
        target,
        maybe(this::account),
        maybe(() -> pick(List.of(TaskSpec.OnNoOp.values()))),
        maybe(() -> pick(List.of(TaskSpec.OnFailure.values()))));
  }

  private FlowSpec.RetryPolicy retryPolicy() {
    return new FlowSpec.RetryPolicy(
        maybe(this::count),
        maybe(() -> pick(DURATIONS)),
        maybe(() -> pick(List.of(FlowSpec.Backoff.values()))));
  }

  private ResourceSelector selector(@Nullable ResourceType type) {
    return new ResourceSelector(
        type,
        maybe(this::account),
        maybe(this::uuid),
        maybe(values::text),
        maybe(() -> pick(List.of("%", "a%", "1e3", "null"))),
        maybe(() -> labels(0)),
        maybe(() -> pick(List.of(DatasetKind.values())).name()));
  }

  private LabelFilter labels(int depth) {
    List<LabelFilter> all = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      all.add(new LabelFilter.Equal(values.text() + i, values.text()));
    }
    if (depth < 3 && random.nextBoolean()) {
      all.add(new LabelFilter.Not(labels(depth + 1)));
    }
    if (depth < 3 && random.nextBoolean()) {
      all.add(new LabelFilter.Any(list(() -> labels(depth + 1))));
    }
    return new LabelFilter.All(all);
  }

  private ValueRef valueRef() {
    ResourceType type = pick(List.of(ResourceType.VariableSet, ResourceType.SecretSet));
    return new ValueRef(
        new ResourceRef(type, maybe(this::account), maybe(this::uuid), null, name()),
        maybe(values::text));
  }

  private ResourceRef ref(ResourceType type) {
    return new ResourceRef(
        type, maybe(this::account), uuid(), maybe(values::text), maybe(this::name));
  }

  private AccountRef account() {
    return new AccountRef(maybe(this::uuid), maybe(values::text), name());
  }

  private ResourceName name() {
    return new ResourceName(pick(NAMES));
  }

  private UUID uuid() {
    return pick(List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(random.nextLong(), 7)));
  }

  private Long count() {
    return pick(List.of(0L, 1L, 1L << 31, Long.MAX_VALUE, random.nextLong(1_000_000)));
  }

  private Instant time() {
    return random.nextBoolean() ? pick(TIMES) : values.timestamp();
  }

  /** Of the types that a reader of JSON gives each value. */
  private JsonNode json(int depth) {
    return switch (random.nextInt(depth > 3 ? 7 : 9)) {
      case 0 -> JSON.textNode(values.text());
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.nullNode();
      case 3 -> JSON.numberNode(random.nextInt());
      case 4 -> JSON.numberNode(Long.MIN_VALUE + random.nextInt(3));
      case 5 -> JSON.numberNode(BigInteger.ONE.shiftLeft(64 + random.nextInt(60)));
      case 6 ->
          JSON.numberNode(
              new BigDecimal(pick(List.of("0.10", "-0.0", "1.5E+300", "1E-400", "1.0"))));
      case 7 -> {
        ObjectNode object = JSON.objectNode();
        map(() -> json(depth + 1)).forEach(object::set);
        yield object;
      }
      default -> {
        ArrayNode array = JSON.arrayNode();
        list(() -> json(depth + 1)).forEach(array::add);
        yield array;
      }
    };
  }

  private <T> @Nullable T maybe(Supplier<T> value) {
    return random.nextInt(3) == 0 ? null : value.get();
  }

  private <T> List<T> list(Supplier<T> item) {
    List<T> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      items.add(item.get());
    }
    return items;
  }

  private <T> Map<String, T> map(Supplier<T> value) {
    Map<String, T> map = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      map.put(values.text() + i, value.get());
    }
    return map;
  }

  private <E> E pick(List<E> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
