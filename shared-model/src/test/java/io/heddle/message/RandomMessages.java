package io.heddle.message;

import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import io.heddle.encoding.RandomValues;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random messages of any kind, made from their records, so that a new kind or member takes part in
 * the tests without further ado.
 */
final class RandomMessages {
  private static final int TRIES = 100;

  private static final Map<Class<?>, OdfType<?>> ODF_TYPES =
      Map.ofEntries(
          Map.entry(io.heddle.odf.MetadataEvent.class, OdfTypes.METADATA_EVENT),
          Map.entry(io.heddle.odf.MetadataBlock.class, OdfTypes.METADATA_BLOCK),
          Map.entry(io.heddle.schema.DataSchema.class, OdfTypes.DATA_SCHEMA),
          Map.entry(io.heddle.odf.SourceState.class, OdfTypes.SOURCE_STATE),
          Map.entry(io.heddle.odf.Checkpoint.class, OdfTypes.CHECKPOINT),
          Map.entry(io.heddle.odf.MergeStrategy.class, OdfTypes.MERGE_STRATEGY),
          Map.entry(io.heddle.schema.ExtraAttributes.class, OdfTypes.EXTRA_ATTRIBUTES),
          Map.entry(io.heddle.multiformats.Multihash.class, OdfTypes.MULTIHASH),
          Map.entry(io.heddle.multiformats.DatasetId.class, OdfTypes.DATASET_ID));

  private static final List<Instant> TIMES =
      List.of(
          Instant.MIN,
          Instant.MAX,
          Instant.EPOCH,
          Instant.parse("-0001-12-31T19:00:00Z"),
          Instant.parse("0000-01-01T00:00:00Z"),
          Instant.parse("9999-12-31T23:59:59.999999999Z"),
          Instant.parse("+10000-01-01T04:59:59Z"),
          Instant.parse("+294247-01-10T04:00:54.775807Z"));

  private final Random random;
  private final RandomValues values;

  RandomMessages(long seed) {
    random = new Random(seed);
    values = new RandomValues(seed);
  }

  Record message(MessageKind kind) {
    return record(kind.type());
  }

  /** Some values are not for every member, for one numbers below 0; then others are tried. */
  private Record record(Class<? extends Record> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<? extends Record> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      for (int attempt = 0; attempt < TRIES; attempt++) {
        try {
          return constructor.newInstance(
              Arrays.stream(components).map(c -> value(c.getAnnotatedType())).toArray());
        } catch (InvocationTargetException refused) {
          if (!(refused.getCause() instanceof IllegalArgumentException)) {
            throw refused;
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type.toString(), e);
    }
    throw new AssertionError("no values are good enough for " + type);
  }

  private @Nullable Object value(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class) && random.nextInt(3) == 0
        ? null
        : value(type.getType());
  }

  private Object value(Type type) {
    return switch (type) {
      case ParameterizedType list when list.getRawType() == List.class ->
          list(list.getActualTypeArguments()[0]);
      case ParameterizedType map when map.getRawType() == Map.class ->
          map(map.getActualTypeArguments()[1]);
      case Class<?> simple -> simple(simple);
      default -> throw new AssertionError("no random " + type);
    };
  }

  private Object simple(Class<?> type) {
    OdfType<?> odf = ODF_TYPES.get(type);
    if (odf != null) {
      return values.value(odf);
    }
    if (type == String.class) {
      return values.text();
    }
    if (type == Instant.class) {
      return random.nextBoolean() ? pick(TIMES) : values.timestamp();
    }
    if (type == long.class || type == Long.class) {
      return values.number();
    }
    if (type == int.class || type == Integer.class) {
      return random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(100);
    }
    if (type == boolean.class || type == Boolean.class) {
      return random.nextBoolean();
    }
    if (type == byte[].class) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      return bytes;
    }
    if (type == Object.class) {
      return json(0);
    }
    if (type.isEnum()) {
      return pick(List.of(type.getEnumConstants()));
    }
    if (type.isSealed()) {
      return simple(pick(List.of(type.getPermittedSubclasses())));
    }
    return record(type.asSubclass(Record.class));
  }

  private List<Object> list(Type item) {
    List<Object> items = new ArrayList<>();
    for (int index = random.nextInt(4); index > 0; index--) {
      items.add(value(item));
    }
    return items;
  }

  private Map<String, Object> map(Type value) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int index = random.nextInt(4); index > 0; index--) {
      map.put(values.text() + index, value(value));
    }
    return map;
  }

  /** A value as programs find it in details: text, number, list or map. */
  private Object json(int depth) {
    return switch (random.nextInt(depth > 2 ? 5 : 7)) {
      case 0 -> values.text();
      case 1 -> random.nextInt();
      case 2 -> Long.MAX_VALUE - random.nextInt(100);
      case 3 -> new BigInteger("18446744073709551615");
      case 4 -> random.nextBoolean();
      case 5 -> List.of(json(depth + 1), json(depth + 1));
      default -> Map.of(values.text(), json(depth + 1));
    };
  }

  private <E> E pick(List<E> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
